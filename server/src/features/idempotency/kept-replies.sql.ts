import type { Tx } from '../../platform/database/database.ts';

export type KeyedRequest = {
  readonly partnerId: number;
  /** Method and path, including ids. */
  readonly route: string;
  readonly key: string;
  readonly bodyDigest: Buffer;
};

export type StoredReply = { readonly status: number; readonly text: string };

/** False: a request with the same key is running. The lock ends with the transaction. */
export async function lockKey(tx: Tx, { partnerId, route, key }: KeyedRequest): Promise<boolean> {
  const rows = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, hashtext($2)) as mine', [
    partnerId,
    `${route} ${key}`,
  ]);
  return rows[0]?.mine === true;
}

export async function selectReply(
  tx: Tx,
  { partnerId, route, key }: KeyedRequest,
): Promise<(StoredReply & { bodyDigest: Buffer }) | undefined> {
  const rows = await tx.query<StoredReply & { bodyDigest: Buffer }>(
    `select status, reply as text, body_digest as "bodyDigest"
     from idempotency_keys
     where partner_id = $1
       and route = $2
       and key = $3`,
    [partnerId, route, key],
  );
  return rows[0];
}

export async function insertReply(tx: Tx, request: KeyedRequest, { status, text }: StoredReply): Promise<void> {
  await tx.query(
    `insert into idempotency_keys (partner_id, route, key, body_digest, status, reply, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [request.partnerId, request.route, request.key, request.bodyDigest, status, text, tx.now],
  );
}

export async function deleteReplies(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from idempotency_keys
     where ctid = any(array(
       select ctid
       from idempotency_keys
       where created_at < $1
       order by created_at
       limit $2
       for update skip locked
     ))
     returning status`,
    [before, limit],
  );
  return rows.length;
}
