import type { Tx } from '../../../platform/database/database.ts';

export type BillingRow = {
  companyId: number;
  name: string;
  status: 'ACTIVE' | 'DISABLED';
  budgetMicros: bigint | null;
  spentMicros: bigint;
  reservedMicros: bigint;
  feesMicros: bigint;
  /** Changes of closed months. */
  lateMicros: bigint;
};

const FEES = `coalesce((
         select sum(f.value_micros)
         from sender_fee_charges f
         where f.company_id = c.id
           and f.month = $3), 0)::bigint`;
const FROM = `from companies c
     left join company_months m on m.company_id = c.id
       and m.month = $3
     where c.partner_id = $1
       and ($2::integer is null or c.id = $2)`;

export type BillingScope = {
  readonly partnerId: number;
  readonly companyId?: number | undefined;
  readonly month: string;
};

const valuesOf = ({ partnerId, companyId, month }: BillingScope): unknown[] => [partnerId, companyId ?? null, month];

/** Most expensive first. */
export function selectBillingRows(tx: Tx, scope: BillingScope, { limit, offset }: { limit: number; offset: number }) {
  return tx.query<BillingRow>(
    `select
       c.id as "companyId",
       c.name,
       c.status,
       c.budget_micros as "budgetMicros",
       coalesce(m.spent_micros, 0) as "spentMicros",
       coalesce(m.reserved_micros, 0) as "reservedMicros",
       ${FEES} as "feesMicros",
       coalesce(m.late_micros, 0) as "lateMicros"
     ${FROM}
     order by coalesce(m.spent_micros, 0) + coalesce(m.reserved_micros, 0) desc, lower(c.name), c.id
     limit $4
     offset $5`,
    [...valuesOf(scope), limit, offset],
  );
}

export type SpentRow = { spentMicros: bigint; reservedMicros: bigint; feesMicros: bigint; lateMicros: bigint };

/** Amounts of every company, not paged: the caller needs the sums of all. */
export function selectAllSpent(tx: Tx, scope: BillingScope): Promise<SpentRow[]> {
  return tx.query<SpentRow>(
    `select
       coalesce(m.spent_micros, 0) as "spentMicros",
       coalesce(m.reserved_micros, 0) as "reservedMicros",
       ${FEES} as "feesMicros",
       coalesce(m.late_micros, 0) as "lateMicros"
     ${FROM}`,
    valuesOf(scope),
  );
}

export type WalletRow = { companyId: number; currency: string; balanceMicros: bigint; reservedMicros: bigint };

export function selectAllWallets(tx: Tx, { partnerId, companyId }: BillingScope): Promise<WalletRow[]> {
  return tx.query<WalletRow>(
    `select
       w.company_id as "companyId",
       w.currency,
       w.balance_micros as "balanceMicros",
       w.reserved_micros as "reservedMicros"
     from wallets w
     join companies c on c.id = w.company_id
     where c.partner_id = $1
       and ($2::integer is null or c.id = $2)
     order by w.company_id, w.currency`,
    [partnerId, companyId ?? null],
  );
}
