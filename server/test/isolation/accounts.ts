// Accounts of the messaging API with rows in many tables, and a valid request per endpoint, so that only a foreign id
// can be the reason of a refusal. An endpoint with an id and a body needs an entry here; the others get no body.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import { read } from '../../src/platform/database/database.ts';
import type { Api } from '../given/api.ts';
import { numberAt, type Reply } from '../given/http-client.ts';
import { type Account, type AccountOptions, givenAccount } from '../given/people/account.ts';
import { givenVerifier, PHONE } from '../given/people/verification.ts';
import { type Parts, urlOf } from './request-parts.ts';

export type Owner = Account & {
  readonly senderId: number;
  readonly unusedSenderId: number;
  /** Id of a dispatch of the messaging API, not started. */
  readonly dispatchId: number;
  /** Id of a verifier profile. */
  readonly gatewayId: string;
  /** Ids of the account's rows, as texts, by table. */
  ids(): Promise<Readonly<Record<string, readonly string[]>>>;
  send(shape: EndpointShape, parts: Parts): Promise<Reply>;
};

type Ids = Awaited<ReturnType<Owner['ids']>>;

const LONG_AGO = '2024-07-01T00:00:00Z';
const first = (ids: Ids, table: string): string => ids[table]?.[0] ?? '0';

/** Cannot succeed here: a test without operators has no flash calls to report on. */
export const UNSENT: ReadonlySet<string> = new Set(['convertFlashcall']);

/** Requests by endpoint, sent once per account in this order; later requests use the rows that earlier ones create. */
export const RIGHT_KEYED: Readonly<Record<string, (owner: Owner, ids: Ids) => Parts>> = {
  addDispatchRecipients: ({ dispatchId }) => ({ params: { id: dispatchId }, body: [{ destination: PHONE }] }),
  createTemplate: ({ senderId }) => ({
    body: {
      channelType: 'SMS',
      templateType: 'SERVICE',
      pattern: 'Order %d',
      senderNameId: senderId,
      dateFrom: LONG_AGO,
    },
  }),
  updateTemplate: (_owner, ids) => ({
    params: { id: first(ids, 'templates') },
    body: { pattern: 'Order %d is ready' },
  }),
  updateSenderName: ({ unusedSenderId }) => ({ params: { id: unusedSenderId }, body: { senderName: 'Renamed' } }),
  sendVerification: ({ gatewayId }) => ({ body: { channelType: 'SMS', destination: PHONE, gatewayId } }),
  checkVerification: (_owner, ids) => ({ body: { uuid: first(ids, 'verifications'), code: '0000' } }),
  cancelVerification: (_owner, ids) => ({ params: { uuid: first(ids, 'verifications') }, body: {} }),
  convertFlashcall: (_owner, ids) => ({ body: { messageUuid: first(ids, 'messages'), result: 'WRONG_CODE' } }),
  stopMessages: (_owner, ids) => ({ body: { uuids: [first(ids, 'messages')] } }),
};

export async function givenOwner(api: Api, options: AccountOptions = {}): Promise<Owner> {
  const account = await givenAccount(api, options);
  const { token, companyId } = account;
  const name = { companyId, brand: 'MTS', channelType: 'SMS', commonType: 'COMMON', dateFrom: LONG_AGO };
  const register = async (senderName: string) =>
    numberAt((await api.call('POST', '/senders', { token, body: { ...name, senderName } })).body, 'id');
  const [senderId, unusedSenderId] = [await register('Shop'), await register('Unused')];
  const { gatewayId } = await givenVerifier(api, account);
  const draft = { companyId, name: 'July', senderIds: [senderId], channelType: 'SMS', text: 'Hi' };
  await api.call('POST', '/dispatches', { token, body: { ...draft, messages: [{ destination: '79161230000' }] } });
  const single = { channelType: 'SMS', senderName: 'Shop', destination: '79161230001', content: 'Hi' };
  await account.ask('POST', '/message', [single]);
  const { destination: _, ...shared } = single;
  const made = await account.ask('POST', '/dispatch', { dispatchName: 'July', ...shared });
  return {
    ...account,
    senderId,
    unusedSenderId,
    dispatchId: numberAt(made.body, 'dispatchId'),
    gatewayId,
    ids: () => idsOf(api, companyId),
    send: (shape, { body, ...parts }) => {
      const type = KEY_TYPES.find((known) => shape.keyTypes?.includes(known) ?? true);
      return account.ask(shape.method, urlOf(shape.path, parts), body, type);
    },
  };
}

/** Ids of every table whose rows have an id and a company. */
async function idsOf({ platform }: Api, companyId: number): Promise<Ids> {
  return read(platform.db, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and (select count(*) from pg_attribute a
                where a.attrelid = c.oid and a.attname in ('id', 'company_id') and not a.attisdropped) = 2`,
    );
    const found: Record<string, readonly string[]> = {};
    for (const { name } of tables) {
      const rows = await tx.query<{ id: string }>(
        `select id::text as id from ${name} where company_id = $1 order by id limit 3`,
        [companyId],
      );
      found[name] = rows.map(({ id }) => id);
    }
    return found;
  });
}
