// A company as an account of the messaging API, with money for millions of messages. Keeps a pool of connections, as a
// client under load would.
import { Pool } from 'undici';
import type { AccountKeys } from './account.ts';
import { askOnce, requestJson } from './partner-client.ts';
import type { Stand } from './stand.ts';

export type MessagingAccount = {
  readonly companyId: number;
  readonly keys: AccountKeys;
  /** A call under /api/v1; an answer outside 2xx is an error. */
  call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    key?: keyof AccountKeys,
    headers?: Readonly<Record<string, string>>,
  ): Promise<unknown>;
  close(): Promise<void>;
};

const CONNECTIONS = 64;
const ANSWER_MS = 70_000;
const MONEY = { currency: 'RUB', amount: 900_000_000, reason: 'money of the bench' };

export async function openMessagingAccount(stand: Stand, companyId: number): Promise<MessagingAccount> {
  const url = stand.apiUrl();
  const keys = await stand.givenKeys(companyId);
  const adminToken = await stand.givenAdminToken();
  await askOnce(url, adminToken, 'POST', `/admin/v1/companies/${companyId}/wallets/top-up`, MONEY);
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  return {
    companyId,
    keys,
    call: (method, path, body, key = 'messages', headers) =>
      requestJson(pool, keys[key], method, `/api/v1${path}`, body, headers),
    close: () => pool.destroy(),
  };
}
