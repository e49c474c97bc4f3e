// Passwords as Argon2id, stored in the usual `$argon2id$…` form so that the cost can be raised later
// without asking anyone for a new password. Hashing is the one thing here that a stranger can make
// expensive: two run at a time, a few wait, the rest is refused.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '@volley/domain/refusal.ts';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;
const SALT_LENGTH = 16;
const RUNNING_MAX = 2;
const WAITING_MAX = 16;

const derive = promisify(argon2);

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const tag = await inTurn(() => deriveTag(password, salt, COST));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Takes as long for an unknown login (no stored hash) as for a known one. */
export async function isPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  const { cost, salt, tag } = parseHash(storedHash ?? NOBODY);
  const derived = await inTurn(() => deriveTag(password, salt, cost));
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

let running = 0;
const waiting: Array<() => void> = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw new Refusal('too-many-requests', { retryAfterSeconds: 1 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The turn is handed on without being given back, so nobody can slip in between.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
