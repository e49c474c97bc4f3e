// Communities of VK and the people who allow their messages. A token is any that has the form of one, except those that
// the control port has revoked; a person is any positive number, and its last two digits may force an outcome. The
// control port can also let a person allow or deny messages.
import { happens, type Random } from '../../random.ts';
import type { ReceivedMessages } from '../../received-messages.ts';
import { KnownBots } from '../known-bots.ts';
import { Callbacks } from './callbacks.ts';
import { type Community, communityOf } from './community.ts';
import { type VkBotsScenario, vkBotsFaultsOf } from './vk-bots-scenario.ts';
import { contentProblem } from './vk-message.ts';
import { VkPhotos } from './vk-photos.ts';
import { type Parameters, refused, textOf, type VkReply } from './vk-reply.ts';

const rememberedMax = 100_000;
const outcomes = { deleted: 12, denied: 13, throttledOnce: 14, answerLost: 15, accessDenied: 17, privacy: 19 } as const;
const noRight = 'Access denied: no access to call this method';
const invalidToken = 'User authorization failed: invalid access_token (4).';

export class VkBots {
  scenario: VkBotsScenario;
  readonly callbacks = new Callbacks();
  readonly known = new KnownBots();
  readonly photos = new VkPhotos();
  readonly counted = { calls: 0, sent: 0, repeated: 0, throttled: 0, failed: 0, resets: 0, answersLost: 0 };
  readonly #random: Random;
  readonly #received: ReceivedMessages;
  readonly #revoked = new Set<string>();
  /** Tokens without the right to messages. */
  readonly #limited = new Set<string>();
  /** Tokens without the right to manage the community. */
  readonly #unmanaged = new Set<string>();
  #lastId = 0;
  /** Community and random_id → id of the message. */
  readonly #sent = new Map<string, number>();
  /** Communities and people whose forced outcome has happened. */
  readonly #surprised = new Set<string>();
  /** Community → calls in the present second. */
  readonly #paces = new Map<number, { second: number; calls: number }>();

  constructor(scenario: VkBotsScenario, random: Random, received: ReceivedMessages) {
    this.scenario = scenario;
    this.#random = random;
    this.#received = received;
  }

  happens(percent: number): boolean {
    return happens(this.#random, percent);
  }

  /** The problem with the change; undefined: done. */
  change(change: Parameters): string | undefined {
    const faults = vkBotsFaultsOf(change);
    if (faults.length > 0) return `unknown setting or value out of range: ${faults.join(', ')}`;
    this.scenario = { ...this.scenario, ...change };
    return undefined;
  }

  /**
   * `{"token": "…", "revoked": true}`; `limited` takes the right to messages instead, `unmanaged` the right to manage
   * the community.
   */
  setToken({ token, ...change }: Parameters): string | undefined {
    const states = { revoked: this.#revoked, limited: this.#limited, unmanaged: this.#unmanaged };
    const isKnown = Object.entries(change).every(([name, isOn]) => name in states && typeof isOn === 'boolean');
    if (typeof token !== 'string' || !isKnown) return 'token and revoked, limited or unmanaged are needed';
    for (const [name, tokens] of Object.entries(states))
      if (change[name] === true) tokens.add(token);
      else tokens.delete(token);
    return undefined;
  }

  /** `host`: the header, under which uploads go too. */
  answer(method: string, parameters: Parameters, host = ''): VkReply {
    const token = textOf(parameters['access_token']);
    if (parameters['v'] === undefined) return refused(8, 'Invalid request: v (version) is required', parameters);
    if (token === '') return refused(5, 'User authorization failed: no access_token passed.', parameters);
    const community = this.#revoked.has(token) ? undefined : communityOf(token);
    if (community === undefined) return refused(5, invalidToken, parameters);
    this.known.add(String(community.groupId), token);
    const isFast = this.#isTooFast(community.groupId);
    if (isFast || this.happens(this.scenario.throttledPercent)) return this.#throttle(parameters);
    switch (method) {
      case 'groups.getTokenPermissions':
        return { response: permissionsOf(this.#limited.has(token), this.#unmanaged.has(token)) };
      case 'groups.getById':
        return { response: { groups: [groupOf(community)], profiles: [] } };
      case 'photos.getMessagesUploadServer':
        return this.photos.begin(host);
      case 'photos.saveMessagesPhoto':
        return this.photos.save(community.groupId, parameters);
      case 'messages.send':
        return this.#limited.has(token) ? refused(15, noRight, parameters) : this.#send(community.groupId, parameters);
      default:
        return this.#manage(community, method, parameters);
    }
  }

  /** Methods of the Callback API need the right to manage the community. */
  #manage(community: Community, method: string, parameters: Parameters): VkReply {
    if (method.includes('Callback') && this.#unmanaged.has(textOf(parameters['access_token'])))
      return refused(15, noRight, parameters);
    const reply = this.callbacks.servers.answer(community, method, parameters);
    return reply ?? refused(3, 'Unknown method passed', parameters);
  }

  #send(groupId: number, parameters: Parameters): VkReply {
    const { sendError } = this.scenario;
    if (sendError > 0) return refused(sendError, 'words', parameters);
    const userId = Number(parameters['user_id'] ?? parameters['peer_id']);
    const problem =
      contentProblem(parameters) ??
      this.photos.problemOf(parameters) ??
      this.#recipientProblem(groupId, userId, parameters);
    if (problem !== undefined) return problem;
    const randomId = Number(parameters['random_id']);
    const known = randomId === 0 ? undefined : this.#sent.get(`${groupId}.${randomId}`);
    if (known !== undefined) {
      this.counted.repeated += 1;
      return { response: known };
    }
    const isSurprised = this.#surprisedOnce(`${groupId}.${userId}`, userId % 100);
    if (isSurprised && userId % 100 === outcomes.throttledOnce) return this.#throttle(parameters);
    this.#lastId += 1;
    this.counted.sent += 1;
    if (this.#sent.size >= rememberedMax) this.#sent.clear();
    this.#sent.set(`${groupId}.${randomId}`, this.#lastId);
    const { access_token: _, ...content } = parameters;
    this.#received.add({
      atMs: Date.now(),
      account: 'vk-bot',
      source: String(groupId),
      destination: String(userId),
      text: textOf(parameters['message']),
      parts: 1,
      reference: null,
      messageId: String(this.#lastId),
      content,
    });
    return { response: this.#lastId, ...(isSurprised && { losesAnswer: true }) };
  }

  #recipientProblem(groupId: number, userId: number, parameters: Parameters): VkReply | undefined {
    if (!Number.isSafeInteger(userId) || userId < 1)
      return refused(100, 'One of the parameters specified was missing or invalid: user_id', parameters);
    const isDenied = userId % 100 === outcomes.denied || this.callbacks.hasDenied(groupId, userId);
    if (isDenied) return refused(901, "Can't send messages for users without permission", parameters);
    switch (userId % 100) {
      case outcomes.deleted:
        return refused(18, 'User was deleted or banned', parameters);
      case outcomes.accessDenied:
        return refused(15, 'Access denied', parameters);
      case outcomes.privacy:
        return refused(902, "Can't send messages to this user due to their privacy settings", parameters);
      default:
        return undefined;
    }
  }

  /** True at the first message to a person whose outcome is a surprise. */
  #surprisedOnce(person: string, outcome: number): boolean {
    if (outcome !== outcomes.throttledOnce && outcome !== outcomes.answerLost) return false;
    if (this.#surprised.has(person)) return false;
    if (this.#surprised.size >= rememberedMax) this.#surprised.clear();
    this.#surprised.add(person);
    return true;
  }

  #throttle(parameters: Parameters): VkReply {
    this.counted.throttled += 1;
    return refused(6, 'Too many requests per second', parameters);
  }

  #isTooFast(groupId: number): boolean {
    const { callsPerSecond } = this.scenario;
    if (callsPerSecond === 0) return false;
    const second = Math.floor(performance.now() / 1_000);
    const pace = this.#paces.get(groupId);
    if (pace === undefined && this.#paces.size >= rememberedMax) this.#paces.clear();
    const calls = (pace?.second === second ? pace.calls : 0) + 1;
    this.#paces.set(groupId, { second, calls });
    return calls > callsPerSecond;
  }
}

const groupOf = ({ groupId }: Community) => ({
  id: groupId,
  name: `Community ${groupId}`,
  screen_name: `club${groupId}`,
  is_closed: 0,
  type: 'group',
});

function permissionsOf(isLimited: boolean, isUnmanaged: boolean) {
  const permissions = [
    { name: 'photos', setting: 4 },
    ...(isLimited ? [] : [{ name: 'messages', setting: 4_096 }]),
    ...(isUnmanaged ? [] : [{ name: 'manage', setting: 262_144 }]),
  ];
  return { mask: permissions.reduce((mask, { setting }) => mask + setting, 0), permissions };
}
