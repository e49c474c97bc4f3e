// A bot of an account: a registered sender name, acting through the messaging API.
import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBER_STATUS_CODES, type SubscriberStatus } from '@volley/domain/subscribers/subscriber-status.ts';
import { inTransaction, read } from '../../../src/platform/database/database.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import type { Reply } from '../http-client.ts';
import type { Account } from './account.ts';
import { nameDraft } from './sender-names.ts';

export type ShownSubscriber = {
  readonly channelType: string;
  readonly senderName: string;
  readonly subscriberId: string;
  readonly provider?: string;
  readonly destination: string | null;
  readonly status: SubscriberStatus;
  readonly source: string;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type SubscriberPage = {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly items: readonly ShownSubscriber[];
};

export type Bot = {
  readonly name: { readonly channelType: SubscriberChannel; readonly senderName: string };
  upload(subscribers: unknown, change?: object, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  remove(ones: object, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** The list under a query, of this bot unless the query names another sender. */
  list(query?: string): Promise<SubscriberPage>;
  /** Subscribers as `id number status`, in the order of the list. */
  rows(query?: string): Promise<string[]>;
  /** Acts as an event of the bot would. */
  move(subscriberId: string, status: SubscriberStatus): Promise<void>;
  /** The counters of the book, and the same numbers counted. */
  counted(): Promise<{ readonly counters: readonly number[]; readonly rows: readonly number[] }>;
};

/** The number of `linkOf('1', 0)`. */
export const FIRST_NUMBER = 79_160_000_000;

/** An item of an upload. */
export const linkOf = (subscriberId: string, number: number, tags?: readonly string[]) => ({
  subscriberId,
  destination: String(FIRST_NUMBER + number),
  ...(tags && { tags }),
});

type Place = { readonly platform: Platform; readonly call: Caller };
type Caller = (method: string, path: string, options: object) => Promise<Reply>;

export async function givenBot(
  { platform, call }: Place,
  account: Account,
  channelType: SubscriberChannel = 'TELEGRAM',
): Promise<Bot> {
  const { senderName, ...draft } = nameDraft({ channelType });
  const registered = await account.ask('POST', '/sender-names', { ...draft, senderName }, 'SYSTEM');
  if (registered.status !== 201) throw new Error(`POST /sender-names answered ${registered.status}`);
  const name = { channelType, senderName };
  const post = (path: string, body: object, headers = {}) =>
    call('POST', `/api/v1${path}`, { token: account.keys.SYSTEM, body, headers });
  const list = async (query = '') => {
    const path = query.includes('sender_name')
      ? `/subscribers?${query}`
      : `/subscribers?sender_name=${senderName}&${query}`;
    const reply = await account.ask('GET', path, undefined, 'SYSTEM');
    if (reply.status !== 200) throw new Error(`GET ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body as SubscriberPage; // checked against the contract by the client
  };
  return {
    name,
    upload: (subscribers, change, headers) => post('/subscribers', { ...name, subscribers, ...change }, headers),
    remove: (ones, headers) => post('/subscribers/delete', { ...name, ...ones }, headers),
    list,
    rows: async (query) =>
      (await list(query)).items.map((one) => `${one.subscriberId} ${one.destination} ${one.status}`),
    move: async (subscriberId, status) => {
      const values = [account.companyId, senderName, subscriberId, SUBSCRIBER_STATUS_CODES[status]];
      await inTransaction(platform.db, (tx) => tx.query(MOVE, values));
    },
    counted: () => counted(platform, account.companyId, senderName),
  };
}

const MOVE = `with devices as (
    update push_devices s set status = $4 from address_books b
    where b.id = s.address_book_id and b.company_id = $1 and b.sender_name = $2 and s.subscriber_id = $3
  )
  update subscribers s set status = $4 from address_books b
  where b.id = s.address_book_id and b.company_id = $1 and b.sender_name = $2 and s.subscriber_id = $3`;

async function counted({ db }: Platform, companyId: number, senderName: string) {
  const found = await read(db, (tx) =>
    tx.query<{ counters: number[]; rows: number[] }>(
      `select array[b.active, b.stopped, b.gone] as counters,
          array(select count(s.status)::int from generate_series(1, 3) as code
            left join (
              select address_book_id, status from subscribers
              union all select address_book_id, status from push_devices
            ) s on s.address_book_id = b.id and s.status = code
            group by code order by code) as rows
         from address_books b where b.company_id = $1 and b.sender_name = $2`,
      [companyId, senderName],
    ),
  );
  return found[0] ?? { counters: [0, 0, 0], rows: [0, 0, 0] };
}
