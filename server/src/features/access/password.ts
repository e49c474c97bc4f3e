// Argon2id password hashes, stored in the `$argon2id$…` form so that the cost can be raised without new passwords.
// Strangers can make the service hash, which is expensive: few hashes run at a time, few wait, the rest is refused.
// Known logins do not wait behind strangers.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { FairQueue, type QueueSize } from '../../platform/fair-queue.ts';
import { type PasswordCost, PRODUCTION_COSTS } from '../../platform/production-costs.ts';

const TAG_LENGTH = 32;
const SALT_LENGTH = 16;

/**
 * `trusted`: logins that have signed in from this address before, and signed-in users. `staff`: sign-in to the back
 * office. Together they run at most as many hashes as the thread pool of Node has threads.
 * They belong to the process and not to a platform, like the thread pool.
 */
const LANES = {
  strangers: laneOf({ runningMax: 2, waitingMax: 16 }),
  staff: laneOf({ runningMax: 1, waitingMax: 16 }),
  trusted: laneOf({ runningMax: 1, waitingMax: 64 }),
} as const;

/** Queue position of a hash. Callers of one lane take turns. */
export type HashTurn = { readonly lane: keyof typeof LANES; readonly caller: string };

const derive = promisify(argon2);

/** `caller`: the signed-in user that sets the password. */
export async function hashPassword(
  password: string,
  caller: string,
  cost: PasswordCost = PRODUCTION_COSTS.password,
): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const tag = await LANES.trusted.run(caller, () => deriveTag(password, salt, cost));
  return storedForm(cost, salt, tag);
}

/** Takes the same time for an unknown login (no stored hash) as for a known one of the same cost. */
export async function isPassword(
  password: string,
  storedHash: string | undefined,
  { lane, caller }: HashTurn,
  unknownCost: PasswordCost = PRODUCTION_COSTS.password,
): Promise<boolean> {
  const { cost, salt, tag } = parseHash(storedHash ?? unknownLogin(unknownCost));
  const derived = await LANES[lane].run(caller, () => deriveTag(password, salt, cost));
  return timingSafeEqual(derived, tag) && storedHash !== undefined;
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/;

function storedForm({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

function unknownLogin(cost: PasswordCost): string {
  return storedForm(cost, Buffer.alloc(SALT_LENGTH), Buffer.alloc(TAG_LENGTH));
}

function parseHash(stored: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = STORED.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('stored password hash is not in the $argon2id$ format');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function deriveTag(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: TAG_LENGTH, ...cost });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function laneOf(size: QueueSize): FairQueue {
  return new FairQueue(size, () => new Refusal('too-many-requests', { retryAfterSeconds: 1 }));
}
