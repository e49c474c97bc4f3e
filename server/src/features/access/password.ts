// Passwords as Argon2id, stored in the usual `$argon2id$…` form so that the cost can be raised later
// without asking anyone for a new password. Hashing is the one thing here that a stranger can make
// expensive: a few run at a time, a few wait, the rest is refused. Who is known does not wait behind strangers.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '@volley/domain/refusal.ts';
import { FairQueue, type QueueSize } from '../../platform/fair-queue.ts';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;
const SALT_LENGTH = 16;

/**
 * `trusted`: a login that has signed in from this address before, and everybody who is signed in already. `staff`: the
 * back office's own sign-in. Together they run at most as many as Node has threads for such work.
 */
const LANES = {
  strangers: laneOf({ runningMax: 2, waitingMax: 16 }),
  staff: laneOf({ runningMax: 1, waitingMax: 16 }),
  trusted: laneOf({ runningMax: 1, waitingMax: 64 }),
} as const;

/** Where somebody waits for a password to be hashed. Callers of one lane take turns. */
export type HashTurn = { readonly lane: keyof typeof LANES; readonly caller: string };

const derive = promisify(argon2);

/** `caller`: who sets the password; they are signed in. */
export async function hashPassword(password: string, caller: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const tag = await LANES.trusted.run(caller, () => deriveTag(password, salt, COST));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Takes as long for an unknown login (no stored hash) as for a known one. */
export async function isPassword(
  password: string,
  storedHash: string | undefined,
  { lane, caller }: HashTurn,
): Promise<boolean> {
  const { cost, salt, tag } = parseHash(storedHash ?? NOBODY);
  const derived = await LANES[lane].run(caller, () => deriveTag(password, salt, cost));
  return timingSafeEqual(derived, tag) && storedHash !== undefined;
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/;

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(Buffer.alloc(SALT_LENGTH))}$${encode(Buffer.alloc(TAG_LENGTH))}`;

function parseHash(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = STORED.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('a stored password hash is unreadable');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function deriveTag(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: TAG_LENGTH, ...cost });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function laneOf(size: QueueSize): FairQueue {
  return new FairQueue(size, () => new Refusal('too-many-requests', { retryAfterSeconds: 1 }));
}
