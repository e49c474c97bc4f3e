// Credentials for every kind of authentication of a running system, with objects that bodies may refer to.
import { type EndpointShape, SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import type { KeyType } from '@volley/domain/people/key-type.ts';
import type { Belongings } from '../fuzz/schema-values.ts';
import type { AccountKeys } from '../harness/account.ts';
import type { Harness } from '../harness/harness.ts';
import { numberAt, textAt } from '../harness/json.ts';
import { openMessagingAccount } from '../harness/messaging-account.ts';

export type Target = {
  readonly url: string;
  readonly companyId: number;
  readonly senderIds: readonly number[];
  readonly senderName: string;
  /** Id of the sender name `BOT_NAME`. */
  readonly botId: number;
  readonly dispatchIds: { readonly partner: number; readonly messaging: number };
  readonly own: Belongings;
  headersOf(shape: EndpointShape): Readonly<Record<string, string>>;
};

const KEY_OF: Readonly<Record<KeyType, keyof AccountKeys>> = {
  MESSAGES: 'messages',
  SYSTEM: 'system',
  VERIFIER: 'verifier',
  VERIFIER_BUILDER: 'verifierBuilder',
};

/** A sender name on WEASY. */
export const BOT_NAME = 'worst_bot';

export async function openTarget(harness: Harness): Promise<Target> {
  const url = harness.apiUrl();
  const partner = await harness.givenPartner();
  const account = await openMessagingAccount(harness, partner.companyId);
  const adminToken = await harness.givenAdminToken();
  const session = await signIn(url, partner.credentials);
  const senderName = 'StandMTS';
  const { id } = await partner.createDispatch({
    name: 'Worst',
    text: 'Hi',
    messages: [{ destination: '79160000001' }],
  });
  const draft = { dispatchName: 'Worst', channelType: 'SMS', senderName, content: 'Hi {m1}' };
  const bot = { channelType: 'WEASY', senderName: BOT_NAME, commonType: 'COMMON', dateFrom: '2024-07-01T00:00:00Z' };
  const botId = numberAt(await account.call('POST', '/sender-names', bot, { key: 'system' }), 'id');
  const messaging = numberAt(await account.call('POST', '/dispatch', draft), 'dispatchId');
  await account.close();
  const { companyId, senderIds, token } = partner;
  const nothing = {
    documentIds: [],
    dispatchIds: [id],
    senderNames: [senderName],
    gatewayId: 'abcdef',
    made: new Map(),
  };
  return {
    url,
    companyId,
    senderIds,
    senderName,
    botId,
    dispatchIds: { partner: id, messaging },
    own: { companyId, senderIds, ...nothing },
    headersOf: ({ auth, keyTypes }) => {
      if (auth === 'partner') return { authorization: `Bearer ${token}` };
      if (auth === 'staff') return { authorization: `Bearer ${adminToken}` };
      if (auth === 'key') return { authorization: `Bearer ${account.keys[KEY_OF[keyTypes?.[0] ?? 'MESSAGES']]}` };
      return auth === 'none' ? {} : session;
    },
  };
}

async function signIn(url: string, credentials: object): Promise<Record<string, string>> {
  const response = await fetch(`${url}${SURFACE_PREFIX.console}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { cookie, 'x-csrf-token': textAt(await response.json(), 'csrfToken') };
}
