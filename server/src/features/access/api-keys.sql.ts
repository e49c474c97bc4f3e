import type { Tx } from '../../platform/database.ts';
import type { ApiKey } from './api-key.ts';

const COLUMNS = `key_id as "keyId", company_id as "companyId", traffic_center_id as "trafficCenterId", name, type,
  allowed_addresses::text[] as "allowedAddresses", status, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export async function insertKey(
  tx: Tx,
  key: Pick<ApiKey, 'keyId' | 'companyId' | 'name' | 'type' | 'allowedAddresses'> & { digest: Buffer },
): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `insert into api_keys (key_id, company_id, name, type, allowed_addresses, digest, created_at)
     select $1, id, $3, $4, array(select network(a::inet) from unnest($5::text[]) a), $6, $7 from companies where id = $2 returning ${COLUMNS}`,
    [key.keyId, key.companyId, key.name, key.type, key.allowedAddresses, key.digest, tx.now],
  );
  return rows[0];
}

export function selectKeys(tx: Tx, { companyId }: { companyId?: number }): Promise<ApiKey[]> {
  return tx.query<ApiKey>(
    `select ${COLUMNS} from api_keys where ($1::integer is null or company_id = $1) order by company_id, created_at, key_id`,
    [companyId ?? null],
  );
}

export async function updateKey(
  tx: Tx,
  keyId: string,
  change: { status?: ApiKey['status']; allowedAddresses?: readonly string[] },
): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `update api_keys set status = coalesce($2, status), allowed_addresses = case when $3::text[] is null then allowed_addresses else array(select network(a::inet) from unnest($3::text[]) a) end
      where key_id = $1 returning ${COLUMNS}`,
    [keyId, change.status ?? null, change.allowedAddresses ?? null],
  );
  return rows[0];
}

/** The value used until now joins the superseded ones and is dead with this transaction. */
export async function replaceDigest(tx: Tx, keyId: string, digest: Buffer): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `update api_keys set superseded_digests = superseded_digests || digest, digest = $2, status = 'ACTIVE'
      where key_id = $1 returning ${COLUMNS}`,
    [keyId, digest],
  );
  return rows[0];
}
