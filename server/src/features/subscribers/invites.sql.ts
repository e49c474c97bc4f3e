import type { Tx } from '../../platform/database/database.ts';

export type InviteRow = {
  readonly bookId: number;
  readonly companyId: number;
  readonly destination: string;
  readonly tokenDigest: Buffer;
  readonly expiresAt: Date;
};

/** Replaces an earlier invite of the number. */
export async function upsertInvite(tx: Tx, invite: InviteRow): Promise<void> {
  await tx.query(
    `insert into subscriber_invites (address_book_id, company_id, destination, token_digest, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (address_book_id, destination)
     do update set
       token_digest = excluded.token_digest,
       expires_at = excluded.expires_at`,
    [invite.bookId, invite.companyId, invite.destination, invite.tokenDigest, invite.expiresAt],
  );
}

/** Deletes the invites and returns their numbers. The digests are in hexadecimal. */
export function takeInvites(
  tx: Tx,
  bookId: number,
  digests: readonly string[],
): Promise<{ digest: string; destination: string }[]> {
  return tx.query<{ digest: string; destination: string }>(
    `delete from subscriber_invites
     where address_book_id = $1
       and token_digest in (select decode(one, 'hex') from unnest($2::text[]) as one)
       and expires_at > $3
     returning encode(token_digest, 'hex') as digest, destination::text as destination`,
    [bookId, digests, tx.now],
  );
}

export async function deleteInvitesOf(tx: Tx, destination: number): Promise<void> {
  await tx.query('delete from subscriber_invites where destination = $1', [destination]);
}

/** Returns the number of deleted invites. */
export async function deleteExpiredInvites(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from subscriber_invites
     where token_digest in (
       select i.token_digest
       from subscriber_invites i
       where i.expires_at <= $1
       limit $2
     )
     returning 1`,
    [tx.now, limit],
  );
  return rows.length;
}
