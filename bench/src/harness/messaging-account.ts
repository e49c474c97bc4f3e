// A messaging API account with money for millions of messages. Uses a pool of connections, as a client under load
// would.
import { Pool } from 'undici';
import type { AccountKeys } from './account.ts';
import type { Harness } from './harness.ts';
import { askOnce, requestJson } from './partner-client.ts';

export type MessagingAccount = {
  readonly companyId: number;
  readonly keys: AccountKeys;
  /** Calls a path under /api/v1; throws for an answer outside 2xx. */
  call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    options?: { readonly key?: keyof AccountKeys; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<unknown>;
  close(): Promise<void>;
};

const CONNECTIONS = 64;
const ANSWER_MS = 70_000;
const MONEY = { currency: 'RUB', amount: 900_000_000, reason: 'funds for the bench' };

export async function openMessagingAccount(harness: Harness, companyId: number): Promise<MessagingAccount> {
  const url = harness.apiUrl();
  const keys = await harness.givenKeys(companyId);
  const adminToken = await harness.givenAdminToken();
  const path = `/admin/v1/companies/${companyId}/wallets/top-up`;
  await askOnce(url, { token: adminToken, method: 'POST', path, body: MONEY });
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  return {
    companyId,
    keys,
    call: (method, path, body, { key = 'messages', headers } = {}) =>
      requestJson(pool, { token: keys[key], method, path: `/api/v1${path}`, body, headers }),
    close: () => pool.destroy(),
  };
}
