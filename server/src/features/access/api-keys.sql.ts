import type { KeyType } from '@volley/domain/people/key-type.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ApiKey } from './api-key.ts';

/** A key without a traffic center uses the default one. */
const CENTER = `coalesce(
         k.traffic_center_id,
         (select t.id from traffic_centers t where t.company_id = k.company_id and t.is_default)
       )`;

const COLUMNS = `
       key_id as "keyId",
       company_id as "companyId",
       ${CENTER} as "trafficCenterId",
       name,
       type,
       allowed_addresses::text[] as "allowedAddresses",
       status,
       created_at as "createdAt",
       last_four as "lastFour",
       last_used_at as "lastUsedAt",
       last_used_address as "lastUsedAddress",
       last_used_route as "lastUsedRoute"`;

export async function insertKey(
  tx: Tx,
  key: Pick<ApiKey, 'keyId' | 'companyId' | 'name' | 'type' | 'allowedAddresses'> & {
    trafficCenterId?: number;
    digest: Buffer;
    lastFour: string;
  },
): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `insert into api_keys as k (
       key_id, company_id, name, type, allowed_addresses, digest, created_at, traffic_center_id, last_four
     )
     select $1, company_id, $3, $4, array(select network(a::inet) from unnest($5::text[]) a), $6, $7, id, $9
     from traffic_centers
     where company_id = $2
       and case when $8::integer is null then is_default else id = $8 end
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
      key.lastFour,
    ],
  );
  return rows[0];
}

export function selectKeys(
  tx: Tx,
  { companyId, keyIds }: { companyId?: number; keyIds?: readonly string[] },
): Promise<ApiKey[]> {
  return tx.query<ApiKey>(
    `select ${COLUMNS}
     from api_keys k
     where ($1::integer is null or company_id = $1)
       and ($2::text[] is null or key_id = any($2))
     order by company_id, created_at, key_id`,
    [companyId ?? null, keyIds ?? null],
  );
}

export async function updateKey(
  tx: Tx,
  keyId: string,
  change: { status?: ApiKey['status']; allowedAddresses?: readonly string[] },
): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `update api_keys k
     set
       status = coalesce($2, status),
       allowed_addresses = case
         when $3::text[] is null then allowed_addresses
         else array(select network(a::inet) from unnest($3::text[]) a)
       end
     where key_id = $1
     returning ${COLUMNS}`,
    [keyId, change.status ?? null, change.allowedAddresses ?? null],
  );
  return rows[0];
}

/** The previous value joins the superseded ones and is invalid from COMMIT on. */
export async function replaceDigest(
  tx: Tx,
  keyId: string,
  { digest, lastFour }: { digest: Buffer; lastFour: string },
): Promise<ApiKey | undefined> {
  const rows = await tx.query<ApiKey>(
    `update api_keys k
     set
       superseded_digests = superseded_digests || digest,
       digest = $2,
       last_four = $3,
       status = 'ACTIVE'
     where key_id = $1
     returning ${COLUMNS}`,
    [keyId, digest, lastFour],
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
  /** True: key, company and partner are active. */
  active: boolean;
};

/** Runs before every request, so it is a single statement by primary key without a transaction. */
export async function findKey(db: Database, keyId: string): Promise<KeyRow | undefined> {
  const result = await db.pool.query<KeyRow>({
    name: 'find-key',
    text: `select
             k.key_id as "keyId",
             k.type,
             k.company_id as "companyId",
             p.id as "partnerId",
             p.currency,
             ${CENTER} as "trafficCenterId",
             k.digest,
             k.superseded_digests as "supersededDigests",
             k.allowed_addresses::text[] as "allowedAddresses",
             k.status = 'ACTIVE' and c.status = 'ACTIVE' and p.status = 'ACTIVE' as active
           from api_keys k
           join companies c on c.id = k.company_id
           join partners p on p.id = c.partner_id
           where k.key_id = $1`,
    values: [keyId],
  });
  return result.rows[0];
}

export type KeyUse = {
  readonly keyId: string;
  readonly at: Date;
  readonly address: string;
  readonly route: string;
};

const keyUses = bulkColumns({ keyId: 'text', at: 'timestamptz', address: 'text', route: 'text' });

/** `uses` has one row per key. Keeps a later use of another process. Sorted locks: processes cannot deadlock. */
export async function updateUses(tx: Tx, uses: readonly KeyUse[]): Promise<void> {
  await tx.query(
    `with used as (
       select u.key_id, u.at, u.address, u.route
       from ${keyUses.as('u')}
     ),
     locked as (
       select k.key_id
       from api_keys k
       join used u on u.key_id = k.key_id
       order by k.key_id
       for no key update of k
     )
     update api_keys k
     set
       last_used_at = u.at,
       last_used_address = u.address,
       last_used_route = u.route
     from used u
     join locked l on l.key_id = u.key_id
     where k.key_id = u.key_id
       and (k.last_used_at is null or k.last_used_at < u.at)`,
    keyUses.values(uses),
  );
}
