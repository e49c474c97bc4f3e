// Entries of every wallet, for staff.
import type { Tx } from '../../../platform/database/database.ts';

export type WalletMove = {
  readonly id: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly currency: string;
  readonly kind: 'top-up' | 'correct' | 'reserve' | 'settle';
  readonly balanceMicros: bigint;
  readonly reservedMicros: bigint;
  readonly dispatchId: number | null;
  readonly reason: string | null;
  readonly person: string | null;
  readonly createdAt: Date;
};

export type WalletMoveFilter = {
  readonly companyId?: number;
  readonly kind?: readonly WalletMove['kind'][];
  readonly beforeId?: number;
};

/** Newest first; `beforeId` continues after the last entry of a page. */
export function selectWalletMoves(tx: Tx, filter: WalletMoveFilter, limit: number): Promise<WalletMove[]> {
  return tx.query<WalletMove>(
    `select
       e.id::double precision as id,
       e.company_id as "companyId",
       c.name as "companyName",
       e.currency,
       e.kind,
       e.balance_micros as "balanceMicros",
       e.reserved_micros as "reservedMicros",
       e.dispatch_id as "dispatchId",
       e.reason,
       e.person,
       e.created_at as "createdAt"
     from wallet_entries e
     join companies c on c.id = e.company_id
     where ($1::integer is null or e.company_id = $1)
       and ($2::text[] is null or e.kind = any($2))
       and ($3::bigint is null or e.id < $3)
     order by e.id desc
     limit $4`,
    [filter.companyId ?? null, filter.kind ?? null, filter.beforeId ?? null, limit],
  );
}
