// An account that sends single messages, acting through the messaging API only.

import type { Platform } from '../../../src/platform/platform.ts';
import { type Call, numberAt, type Reply } from '../http-client.ts';
import { until } from '../until.ts';
import { type Account, type AccountOptions, givenAccount } from './account.ts';

export type ShownItem = {
  readonly messageUuid: string | null;
  readonly code: number;
  readonly errorCode?: number;
  readonly msg?: string;
  readonly externalMessageId?: string;
};

/** A message as GET /v1/message shows it; tests read its members by name. */
export type Shown = Readonly<Record<string, unknown>> & { readonly messageUuid: string; readonly status: string };

export type Seller = Account & {
  send(...items: readonly object[]): Promise<Reply>;
  /** Results of an accepted request. */
  results(...items: readonly object[]): Promise<readonly ShownItem[]>;
  /** Sends one message, which must be accepted, and returns its id. */
  sendOne(change?: object): Promise<string>;
  message(uuid: string): Promise<Shown>;
  list(query?: string): Promise<{ page: number; perPage: number; total: number; items: Shown[] }>;
  /** Ids of the messages that a query selects. */
  ids(query?: string): Promise<string[]>;
  untilStatus(uuid: string, status: string, limitMs?: number): Promise<Shown>;
  balance(): Promise<number>;
  /** A dispatch of the messaging API, filled and started; the ids of its messages are in the order of the numbers. */
  dispatch(
    content: string,
    destinations: readonly string[],
    change?: object,
  ): Promise<{ readonly dispatchId: number; readonly uuids: readonly string[] }>;
};

export type SellerOptions = AccountOptions & {
  readonly senderName?: string;
  /** Operators that have registered the name; an empty list leaves it unregistered. */
  readonly brands?: readonly string[];
};

export const NAME = 'Shop';
/** Messages per call that adds to a dispatch. */
const ITEMS_MAX = 1_000;

/** A valid message to a Moscow number of MTS. */
export const sms = (change: object = {}) => ({
  channelType: 'SMS',
  senderName: NAME,
  destination: '79161230001',
  content: 'Hi',
  ...change,
});

export async function givenSeller(
  place: { readonly platform: Platform; readonly call: Call },
  { senderName = NAME, brands = ['MTS'], ...options }: SellerOptions = {},
): Promise<Seller> {
  const account = await givenAccount(place, options);
  for (const brand of brands) await registerName(place, account, { senderName, brand });
  const got = async (path: string) => {
    const reply = await account.ask('GET', path);
    if (reply.status !== 200) throw new Error(`GET ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  const seller: Seller = {
    ...account,
    send: (...items) => account.ask('POST', '/message', items),
    results: async (...items) => {
      const reply = await seller.send(...items);
      if (reply.status !== 200) throw new Error(`POST /message answered ${reply.status}: ${reply.text}`);
      // The client has checked the reply against the contract.
      return (reply.body as { items: ShownItem[] }).items;
    },
    sendOne: async (change) => {
      const [item] = await seller.results(sms(change));
      if (item?.code !== 201 || item.messageUuid === null)
        throw new Error(`POST /message created no message: ${JSON.stringify(item)}`);
      return item.messageUuid;
    },
    // The client has checked both replies against the contract.
    message: async (uuid) => (await got(`/message/${uuid}`)) as Shown,
    list: async (query = '') => (await got(`/message?${query}`)) as Awaited<ReturnType<Seller['list']>>,
    ids: async (query) => (await seller.list(query)).items.map(({ messageUuid }) => messageUuid),
    untilStatus: (uuid, status, limitMs) =>
      until(
        `message ${uuid} is ${status}`,
        async () => {
          const shown = await seller.message(uuid);
          return shown.status === status && shown;
        },
        limitMs,
      ),
    balance: async () => ((await got('/balance')) as { RUB: number }).RUB,
    dispatch: async (content, destinations, change = {}) => {
      const post = async (path: string, body?: unknown) => {
        const reply = await account.ask('POST', path, body);
        if (reply.status !== 200) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`);
        return reply.body;
      };
      const draft = { dispatchName: 'July', channelType: 'SMS', senderName, content, ...change };
      const dispatchId = numberAt(await post('/dispatch', draft), 'dispatchId');
      const items = destinations.map((destination) => ({ destination }));
      const added: { messageUuid: string }[] = [];
      for (let at = 0; at < items.length; at += ITEMS_MAX)
        // The client has checked the reply against the contract.
        added.push(
          ...((await post(`/dispatch/${dispatchId}/messages`, items.slice(at, at + ITEMS_MAX))) as typeof added),
        );
      await post(`/dispatch/${dispatchId}/start`);
      return { dispatchId, uuids: added.map(({ messageUuid }) => messageUuid) };
    },
  };
  return seller;
}

export async function registerName(
  { call }: { readonly call: Call },
  { companyId, token }: Pick<Account, 'companyId' | 'token'>,
  change: object,
): Promise<number> {
  const name = { companyId, senderName: NAME, brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const reply = await call('POST', '/senders', {
    token,
    body: { ...name, dateFrom: '2024-07-01T00:00:00Z', ...change },
  });
  if (reply.status !== 201) throw new Error(`POST /senders answered ${reply.status}: ${reply.text}`);
  return (reply.body as { id: number }).id; // checked against the contract by the client
}
