import type { KeyType } from '@volley/domain/key-type.ts';
import type { Database, Tx } from '../../platform/database.ts';
import type { ApiKey } from './api-key.ts';

/** Of a row that may name no center: it is one of the default. */
const CENTER = `coalesce(k.traffic_center_id,
  (select t.id from traffic_centers t where t.company_id = k.company_id and t.is_default))`;

const COLUMNS = `key_id as "keyId", company_id as "companyId", ${CENTER} as "trafficCenterId", name, type,
  allowed_addresses::text[] as "allowedAddresses", status, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export async function insertKey(
  tx: Tx,
  key: Pick<ApiKey, 'keyId' | 'companyId' | 'name' | 'type' | 'allowedAddresses'> & {
    trafficCenterId?: number;
    digest: Buffer;
  },
): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `insert into api_keys as k (key_id, company_id, name, type, allowed_addresses, digest, created_at, traffic_center_id)
     select $1, company_id, $3, $4, array(select network(a::inet) from unnest($5::text[]) a), $6, $7, id
       from traffic_centers where company_id = $2 and case when $8::integer is null then is_default else id = $8 end
     returning ${COLUMNS}`,
    [
      key.keyId,
      key.companyId,
      key.name,
      key.type,
      key.allowedAddresses,
      key.digest,
      tx.now,
      key.trafficCenterId ?? null,
    ],
  );
  return rows[0];
}

export function selectKeys(tx: Tx, { companyId }: { companyId?: number }): Promise<ApiKey[]> {
  return tx.query<ApiKey>(
    `select ${COLUMNS} from api_keys k where ($1::integer is null or company_id = $1) order by company_id, created_at, key_id`,
    [companyId ?? null],
  );
}

export async function updateKey(
  tx: Tx,
  keyId: string,
  change: { status?: ApiKey['status']; allowedAddresses?: readonly string[] },
): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `update api_keys k set status = coalesce($2, status), allowed_addresses = case when $3::text[] is null then allowed_addresses else array(select network(a::inet) from unnest($3::text[]) a) end
      where key_id = $1 returning ${COLUMNS}`,
    [keyId, change.status ?? null, change.allowedAddresses ?? null],
  );
  return rows[0];
}

/** The value used until now joins the superseded ones and is dead with this transaction. */
export async function replaceDigest(tx: Tx, keyId: string, digest: Buffer): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `update api_keys k set superseded_digests = superseded_digests || digest, digest = $2, status = 'ACTIVE'
      where key_id = $1 returning ${COLUMNS}`,
    [keyId, digest],
  );
  return rows[0];
}

export type KeyRow = {
  keyId: string;
  type: KeyType;
  companyId: number;
  partnerId: number;
  currency: string;
  trafficCenterId: number;
  digest: Buffer;
  supersededDigests: Buffer[];
  allowedAddresses: string[];
  /** The key, its company and its partner all are. */
  active: boolean;
  usedLately: boolean;
};

/** One statement by primary key and no transaction around it: this runs before every request. */
export async function findKey(db: Database, keyId: string): Promise<KeyRow | undefined> {
  const result = await db.pool.query<KeyRow>({
    name: 'find-key',
    text: `select k.key_id as "keyId", k.type, k.company_id as "companyId", p.id as "partnerId", p.currency,
                  ${CENTER} as "trafficCenterId",
                  k.digest, k.superseded_digests as "supersededDigests",
                  k.allowed_addresses::text[] as "allowedAddresses",
                  k.status = 'ACTIVE' and c.status = 'ACTIVE' and p.status = 'ACTIVE' as active,
                  coalesce(k.last_used_at > business_now() - interval '1 minute', false) as "usedLately"
             from api_keys k join companies c on c.id = k.company_id join partners p on p.id = c.partner_id
            where k.key_id = $1`,
    values: [keyId],
  });
  return result.rows[0];
}

/** At most once a minute, however many calls say so at once. */
export async function noteUse(db: Database, keyId: string): Promise<void> {
  await db.pool.query(
    `update api_keys set last_used_at = business_now()
      where key_id = $1 and (last_used_at is null or last_used_at <= business_now() - interval '1 minute')`,
    [keyId],
  );
}
