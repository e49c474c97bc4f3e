// Invites to bots. A company makes an invite for a number and sends its link there; the person who first starts the bot
// by it becomes the subscriber with this number. The token is shown once and stored as a digest.
import { createHash, randomBytes } from 'node:crypto';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { INVITE_LIFETIME_MS, tokenLink } from '@volley/domain/subscribers/invite-link.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockNewBook, lockOwnBook } from './address-books.ts';
import { deleteExpiredInvites, takeInvites, upsertInvite } from './invites.sql.ts';
import type { BookName } from './subscriber.ts';

const TOKEN_BYTES = 16;
const PORTION = 5_000;

export type Invite = {
  readonly token: string;
  /** Null: the sender name is not a user name of the messenger. */
  readonly url: string | null;
  readonly expiresAt: Date;
};

/** `destination`: in digits. An earlier invite of the number is void from now on. */
export function createInvite(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  name: BookName,
  destination: string,
): Promise<Invite> {
  return inTransaction(db, async (tx) => {
    const bookId = (await lockOwnBook(tx, companyId, name)) ?? (await lockNewBook(tx, companyId, name));
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(tx.now.getTime() + INVITE_LIFETIME_MS);
    await upsertInvite(tx, { bookId, companyId, destination, tokenDigest: digestOf(token), expiresAt });
    return { token, url: tokenLink(name.channelType, name.senderName, token) ?? null, expiresAt };
  });
}

/** Token → number, for tokens that are valid; they are void from now on. The book is locked. */
export async function useInvites(
  tx: Tx,
  bookId: number,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (tokens.length === 0) return new Map();
  const byDigest = new Map(tokens.map((token) => [digestOf(token).toString('hex'), token]));
  const rows = await takeInvites(tx, bookId, [...byDigest.keys()]);
  return new Map(rows.map(({ digest, destination }) => [byDigest.get(digest) ?? '', destination]));
}

/** True: more may remain. */
export async function forgetInvites({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return (await inTransaction(db, (tx) => deleteExpiredInvites(tx, PORTION))) === PORTION;
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
