// A company with a wallet and a key of each type: an account of the messaging API.

import { microsFromDecimal } from '@volley/domain/money/money.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { KEY_TYPES, type KeyType } from '@volley/domain/people/key-type.ts';
import { createKey } from '../../../src/features/access/api-keys.ts';
import { authenticateKey } from '../../../src/features/access/authenticate-key.ts';
import { topUpWallet } from '../../../src/features/ledger/wallets.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import { givenCompany, signUp } from '../api.ts';
import type { Call, Reply } from '../http-client.ts';

type Place = { readonly platform: Platform; readonly call: Call };

export type Account = {
  readonly companyId: number;
  readonly partnerId: number;
  /** Token of the partner. */
  readonly token: string;
  /** A key of each type, as written after Basic or Bearer. */
  readonly keys: Readonly<Record<KeyType, string>>;
  /** The actor of the key of type MESSAGES. */
  readonly actor: KeyActor;
  /** A call under /api/v1, with the key of type MESSAGES unless another type is named. */
  ask(method: string, path: string, body?: unknown, type?: KeyType): Promise<Reply>;
};

export type AccountOptions = {
  /** Money in the wallet; 0 leaves it empty. */
  readonly balance?: number;
  /** An existing company of a partner. */
  readonly company?: { readonly companyId: number; readonly partnerId: number; readonly token: string };
};

export async function givenAccount(place: Place, { balance = 10_000, company }: AccountOptions = {}): Promise<Account> {
  const owner = company ?? (await newCompany(place));
  if (balance > 0) await giveMoney(place, owner.companyId, balance);
  const made = await Promise.all(
    KEY_TYPES.map(async (type) => [type, await givenKey(place, owner.companyId, type)] as const),
  );
  const keys = Object.fromEntries(made) as Record<KeyType, string>; // KEY_TYPES.map made one key of each type
  return {
    ...owner,
    keys,
    actor: await authenticateKey(place.platform, { authorization: `Bearer ${keys.MESSAGES}`, address: '127.0.0.1' }),
    ask: (method, path, body, type = 'MESSAGES') =>
      place.call(method, `/api/v1${path}`, { token: keys[type], ...(body !== undefined && { body }) }),
  };
}

export async function givenKey({ platform }: Place, companyId: number, type: KeyType): Promise<string> {
  const draft = { companyId, type, name: `key ${type}`, allowedAddresses: [] };
  const { value } = await inTransaction(platform.db, (tx) => createKey(tx, draft));
  return value;
}

export async function giveMoney({ platform }: Place, companyId: number, amount: number): Promise<void> {
  const micros = microsFromDecimal(amount) ?? 0n;
  const cause = { person: 'test', reason: 'money to begin with' };
  await inTransaction(platform.db, (tx) => topUpWallet(tx, { companyId, currency: 'RUB' }, micros, cause));
}

async function newCompany({ platform, call }: Place) {
  const { token, partnerId } = await signUp(platform, call);
  return { token, partnerId, companyId: await givenCompany({ call }, token) };
}
