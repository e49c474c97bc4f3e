// Telegram bots and the people who have started them. A token is any that has the form of one, except those that the
// control port has revoked; a chat is any positive number, and its last two digits may force an outcome. The control
// port can also let a person block a bot, start it again or share a contact.
import { happens, type Random } from '../../random.ts';
import type { ReceivedMessages } from '../../received-messages.ts';
import { KnownBots } from '../known-bots.ts';
import { type BotReply, refused } from './bot-reply.ts';
import { type BotsScenario, botsFaultsOf } from './bots-scenario.ts';
import { Webhooks } from './webhooks.ts';

type Body = Readonly<Record<string, unknown>>;

const textLengthMax = 4_096;
const captionLengthMax = 1_024;
const rememberedMax = 10_000;
const tokenForm = /^(\d{1,12}):[\w-]{20,64}$/;
const outcomes = { unknown: 12, blocked: 13, throttledOnce: 14, answerLost: 15, deactivated: 17 } as const;

export class Bots {
  scenario: BotsScenario;
  readonly webhooks = new Webhooks();
  readonly known = new KnownBots();
  readonly counted = { calls: 0, sent: 0, throttled: 0, failed: 0, resets: 0, answersLost: 0 };
  readonly #random: Random;
  readonly #received: ReceivedMessages;
  readonly #revoked = new Set<string>();
  #lastId = 0;
  /** Bots and chats whose forced outcome has happened. */
  readonly #surprised = new Set<string>();
  /** Bot → calls in the present second. */
  readonly #paces = new Map<string, { second: number; calls: number }>();

  constructor(scenario: BotsScenario, random: Random, received: ReceivedMessages) {
    this.scenario = scenario;
    this.#random = random;
    this.#received = received;
  }

  happens(percent: number): boolean {
    return happens(this.#random, percent);
  }

  /** The problem with the change; undefined: done. */
  change(change: Body): string | undefined {
    const faults = botsFaultsOf(change);
    if (faults.length > 0) return `unknown setting or value out of range: ${faults.join(', ')}`;
    this.scenario = { ...this.scenario, ...change };
    return undefined;
  }

  /** `{"token": "…", "revoked": true}` */
  setToken({ token, revoked }: Body): string | undefined {
    if (typeof token !== 'string' || typeof revoked !== 'boolean') return 'token and revoked are needed';
    if (revoked) this.#revoked.add(token);
    else this.#revoked.delete(token);
    return undefined;
  }

  answer(token: string, method: string, body: Body): BotReply {
    const botId = tokenForm.exec(token)?.[1];
    if (botId === undefined) return refused(404, 'Not Found');
    if (this.#revoked.has(token)) return refused(401, 'Unauthorized');
    this.known.add(botId, token);
    if (method === 'getme') return { ok: true, result: userOf(botId) };
    if (method === 'setwebhook') return this.webhooks.set(Number(botId), body);
    if (method === 'deletewebhook') return this.webhooks.remove(Number(botId));
    if (method === 'getwebhookinfo') return this.webhooks.info(Number(botId));
    if (method !== 'sendmessage' && method !== 'sendphoto') return refused(404, 'Not Found: method not found');
    const isFast = this.#isTooFast(botId);
    if (isFast || this.happens(this.scenario.throttledPercent)) return this.#throttle();
    const { sendError } = this.scenario;
    if (sendError !== '') return refused(Number(sendError.slice(0, 3)), sendError.slice(4));
    return this.#send(botId, method, body);
  }

  #send(botId: string, method: string, body: Body): BotReply {
    const chatId = Number(body['chat_id']);
    const isPhoto = method === 'sendphoto';
    const text = textOf(isPhoto ? body['caption'] : body['text']);
    const block = this.webhooks.hasBlocked(Number(botId), chatId) ? blocked : undefined;
    const problem = block ?? chatProblem(chatId) ?? contentProblem(text, body, isPhoto);
    if (problem !== undefined) return problem;
    const isSurprised = this.#surprisedOnce(`${botId}.${chatId}`, chatId % 100);
    if (isSurprised && chatId % 100 === outcomes.throttledOnce) return this.#throttle();
    this.#lastId += 1;
    const messageId = this.#lastId;
    this.counted.sent += 1;
    this.#received.add({
      atMs: Date.now(),
      account: 'telegram-bot',
      source: botId,
      destination: String(chatId),
      text,
      parts: 1,
      reference: null,
      messageId: String(messageId),
      content: body,
    });
    const date = Math.floor(Date.now() / 1_000);
    const chatObject = { id: chatId, type: 'private', first_name: 'Anna' };
    const content = isPhoto ? { photo: [photoOf(body)], caption: text } : { text };
    return {
      ok: true,
      result: { message_id: messageId, from: userOf(botId), chat: chatObject, date, ...content },
      ...(isSurprised && { losesAnswer: true }),
    };
  }

  /** True at the first message to a chat whose outcome is a surprise. */
  #surprisedOnce(chat: string, outcome: number): boolean {
    if (outcome !== outcomes.throttledOnce && outcome !== outcomes.answerLost) return false;
    if (this.#surprised.has(chat)) return false;
    if (this.#surprised.size >= rememberedMax) this.#surprised.clear();
    this.#surprised.add(chat);
    return true;
  }

  #throttle(): BotReply {
    this.counted.throttled += 1;
    const { retryAfterSeconds: seconds } = this.scenario;
    return refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
  }

  #isTooFast(botId: string): boolean {
    const { callsPerSecond } = this.scenario;
    if (callsPerSecond === 0) return false;
    const second = Math.floor(performance.now() / 1_000);
    const pace = this.#paces.get(botId);
    if (pace === undefined && this.#paces.size >= rememberedMax) this.#paces.clear();
    const calls = (pace?.second === second ? pace.calls : 0) + 1;
    this.#paces.set(botId, { second, calls });
    return calls > callsPerSecond;
  }
}

const blocked = refused(403, 'Forbidden: bot was blocked by the user');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const userOf = (botId: string) => ({
  id: Number(botId),
  is_bot: true,
  first_name: `Bot ${botId}`,
  username: `bot_${botId}_bot`,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

const photoOf = ({ photo }: Body) => ({ file_id: textOf(photo), file_unique_id: textOf(photo), width: 90, height: 90 });

function chatProblem(chatId: number): BotReply | undefined {
  if (!Number.isSafeInteger(chatId) || chatId < 1) return refused(400, 'Bad Request: chat not found');
  switch (chatId % 100) {
    case outcomes.unknown:
      return refused(400, 'Bad Request: chat not found');
    case outcomes.blocked:
      return blocked;
    case outcomes.deactivated:
      return refused(403, 'Forbidden: user is deactivated');
    default:
      return undefined;
  }
}

function contentProblem(text: string, { photo, reply_markup }: Body, isPhoto: boolean): BotReply | undefined {
  const length = Array.from(text).length;
  if (isPhoto && !/^https?:\/\//.test(textOf(photo)))
    return refused(400, 'Bad Request: wrong file identifier/HTTP URL specified');
  if (isPhoto && length > captionLengthMax) return refused(400, 'Bad Request: message caption is too long');
  if (!isPhoto && length === 0) return refused(400, 'Bad Request: message text is empty');
  if (!isPhoto && length > textLengthMax) return refused(400, 'Bad Request: message is too long');
  const rows = (reply_markup as { inline_keyboard?: { url?: unknown }[][] } | undefined)?.inline_keyboard ?? []; // any JSON; checked below
  const isWrong = !Array.isArray(rows) || rows.flat().some((button) => !/^(https?|tg):\/\//.test(textOf(button?.url)));
  return isWrong ? refused(400, 'Bad Request: BUTTON_URL_INVALID') : undefined;
}
