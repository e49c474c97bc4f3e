// Servers of the Callback API of communities, and the methods of the VK API that set them up. A new or changed server
// gets a call of the type `confirmation`; it is `ok` after it has answered the confirmation string of its community,
// and `failed` after any other answer. Limits are those of VK's published schema of its methods.
import { type Community, communityOf } from './community.ts';
import { type Parameters, refused, textOf, type VkReply } from './vk-reply.ts';

const eventTypes = ['message_new', 'message_allow', 'message_deny'] as const;
export type EventType = (typeof eventTypes)[number];

type Server = {
  readonly id: number;
  url: string;
  title: string;
  secret: string;
  status: 'wait' | 'ok' | 'failed';
  apiVersion: string;
  events: ReadonlySet<EventType>;
};

/** The answer of the server to a call, or words about its failure. */
export type Confirm = (url: string, body: object) => Promise<string>;

const serversMax = 10;
const titleMax = 14;
const secretForm = /^[A-Za-z0-9]{0,50}$/;
const defaultVersion = '5.199';

export class CallbackServers {
  readonly #confirm: Confirm;
  /** By the id of the community. */
  readonly #servers = new Map<number, Server[]>();
  #lastId = 0;

  constructor(confirm: Confirm) {
    this.#confirm = confirm;
  }

  /** Servers that get this event. */
  listening(groupId: number, event: EventType): readonly Server[] {
    return this.#of(groupId).filter(({ status, events }) => status === 'ok' && events.has(event));
  }

  /** The owner of the community enters a server, confirms it and chooses every event. The problem; undefined: done. */
  async enter(token: string, url: unknown, secret: unknown): Promise<string | undefined> {
    const community = communityOf(token);
    if (community === undefined) return 'token must have 20 to 400 letters, digits, _, . and -';
    if (typeof url !== 'string' || !URL.canParse(url)) return 'url must be an address';
    if (typeof secret !== 'string' || !secretForm.test(secret)) return 'secret must be up to 50 letters and digits';
    const known = this.#of(community.groupId).find((server) => server.url === url);
    const server = known ?? this.#add(community.groupId, { url, title: 'By hand', secret });
    server.secret = secret;
    server.events = new Set(eventTypes);
    const answer = await this.#check(community, server);
    return server.status === 'ok' ? undefined : `the server answered ${answer}, not ${community.confirmation}`;
  }

  /** Undefined: no method of the Callback API. */
  answer(community: Community, method: string, parameters: Parameters): VkReply | undefined {
    const call = methods.get(method);
    if (call === undefined) return undefined;
    const groupId = Number(parameters['group_id']);
    if (!Number.isSafeInteger(groupId) || groupId < 1) return invalid('group_id', parameters);
    if (groupId !== community.groupId) return refused(15, 'Access denied', parameters);
    return call(this, community, parameters);
  }

  list({ groupId }: Community): VkReply {
    const items = this.#of(groupId).map(({ id, title, url, secret, status }) => ({
      id,
      title,
      creator_id: 1,
      url,
      secret_key: secret,
      status,
    }));
    return { response: { count: items.length, items } };
  }

  add(community: Community, parameters: Parameters): VkReply {
    const problem = formProblem(parameters);
    if (problem !== undefined) return problem;
    if (this.#of(community.groupId).length >= serversMax)
      return refused(2_000, 'Servers number limit is reached', parameters);
    const server = this.#add(community.groupId, formOf(parameters));
    void this.#check(community, server);
    return { response: { server_id: server.id } };
  }

  edit(community: Community, parameters: Parameters): VkReply {
    const server = this.#find(community, parameters);
    if (server === undefined) return refused(104, 'Not found', parameters);
    const problem = formProblem(parameters);
    if (problem !== undefined) return problem;
    Object.assign(server, formOf(parameters));
    void this.#check(community, server);
    return { response: 1 };
  }

  remove(community: Community, parameters: Parameters): VkReply {
    const server = this.#find(community, parameters);
    if (server === undefined) return refused(104, 'Not found', parameters);
    const left = this.#of(community.groupId).filter((one) => one !== server);
    this.#servers.set(community.groupId, left);
    return { response: 1 };
  }

  set(community: Community, parameters: Parameters): VkReply {
    const server = this.#find(community, parameters);
    if (server === undefined) return refused(104, 'Not found', parameters);
    const isOn = (event: EventType) => {
      const given = parameters[event];
      return given === undefined ? server.events.has(event) : given === '1' || given === 1 || given === true;
    };
    server.events = new Set(eventTypes.filter(isOn));
    server.apiVersion = textOf(parameters['api_version']) || server.apiVersion;
    return { response: 1 };
  }

  settings(community: Community, parameters: Parameters): VkReply {
    const server = this.#find(community, parameters);
    if (server === undefined) return refused(104, 'Not found', parameters);
    const events = Object.fromEntries(eventTypes.map((event) => [event, Number(server.events.has(event))]));
    return { response: { api_version: server.apiVersion, events } };
  }

  #of(groupId: number): readonly Server[] {
    return this.#servers.get(groupId) ?? [];
  }

  #find({ groupId }: Community, parameters: Parameters): Server | undefined {
    return this.#of(groupId).find(({ id }) => id === Number(parameters['server_id']));
  }

  #add(groupId: number, form: Pick<Server, 'url' | 'title' | 'secret'>): Server {
    this.#lastId += 1;
    const server: Server = {
      ...form,
      id: this.#lastId,
      status: 'wait',
      apiVersion: defaultVersion,
      events: new Set(),
    };
    this.#servers.set(groupId, [...this.#of(groupId), server]);
    return server;
  }

  async #check({ groupId, confirmation }: Community, server: Server): Promise<string> {
    const { url, secret } = server;
    server.status = 'wait';
    const answer = await this.#confirm(url, { type: 'confirmation', group_id: groupId, ...(secret && { secret }) });
    server.status = answer === confirmation ? 'ok' : 'failed';
    return answer;
  }
}

type Method = (servers: CallbackServers, community: Community, parameters: Parameters) => VkReply;

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['groups.getCallbackConfirmationCode', (_servers, { confirmation }) => ({ response: { code: confirmation } })],
  ['groups.getCallbackServers', (servers, community) => servers.list(community)],
  ['groups.addCallbackServer', (servers, community, parameters) => servers.add(community, parameters)],
  ['groups.editCallbackServer', (servers, community, parameters) => servers.edit(community, parameters)],
  ['groups.deleteCallbackServer', (servers, community, parameters) => servers.remove(community, parameters)],
  ['groups.setCallbackSettings', (servers, community, parameters) => servers.set(community, parameters)],
  ['groups.getCallbackSettings', (servers, community, parameters) => servers.settings(community, parameters)],
]);

const formOf = ({ url, title, secret_key }: Parameters) => ({
  url: textOf(url),
  title: textOf(title),
  secret: textOf(secret_key),
});

function formProblem(parameters: Parameters): VkReply | undefined {
  const { url, title, secret } = formOf(parameters);
  if (!URL.canParse(url)) return invalid('url', parameters);
  if (title === '' || Array.from(title).length > titleMax) return invalid('title', parameters);
  return secretForm.test(secret) ? undefined : invalid('secret_key', parameters);
}

const invalid = (name: string, parameters: Parameters): VkReply =>
  refused(100, `One of the parameters specified was missing or invalid: ${name} is invalid`, parameters);
