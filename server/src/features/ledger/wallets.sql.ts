import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export function selectWallets(tx: Tx, companyId: number) {
  return tx.query<{ currency: string; balanceMicros: bigint; reservedMicros: bigint }>(
    `select currency, balance_micros as "balanceMicros", reserved_micros as "reservedMicros"
     from wallets
     where company_id = $1
     order by currency`,
    [companyId],
  );
}

export type WalletEntryRow = {
  id: bigint;
  currency: string;
  kind: 'top-up' | 'correct' | 'reserve' | 'settle';
  balanceMicros: bigint;
  reservedMicros: bigint;
  reason: string | null;
  person: string | null;
  createdAt: Date;
};

export function selectEntries(tx: Tx, companyId: number, { limit, offset }: { limit: number; offset: number }) {
  return tx.query<WalletEntryRow>(
    `select
       id,
       currency,
       kind,
       balance_micros as "balanceMicros",
       reserved_micros as "reservedMicros",
       reason,
       person,
       created_at as "createdAt"
     from wallet_entries
     where company_id = $1
     order by id desc
     limit $2
     offset $3`,
    [companyId, limit, offset],
  );
}

export async function ensureWallet(tx: Tx, companyId: number, currency: string): Promise<void> {
  await tx.query(
    `insert into wallets (company_id, currency)
     values ($1, $2)
     on conflict do nothing`,
    [companyId, currency],
  );
}

type Purse = { companyId: number; currency: string; month: string };

/** Lock order: wallet, then month. */
export async function lockSpendable(tx: Tx, { companyId, currency, month }: Purse) {
  const [wallet] = await tx.query<{ micros: bigint }>(
    `select balance_micros as micros
     from wallets
     where company_id = $1
       and currency = $2
     for update`,
    [companyId, currency],
  );
  const [budget] = await tx.query<{ micros: bigint | null }>(
    `select c.budget_micros - m.reserved_micros - m.spent_micros as micros
     from company_months m
     join companies c on c.id = m.company_id
     where m.company_id = $1
       and m.month = $2
     for update of m`,
    [companyId, month],
  );
  return { walletMicros: wallet?.micros ?? 0n, budgetMicros: budget?.micros ?? null };
}

type WalletSettlement = {
  companyId: number;
  wallet: string;
  dispatchId: number;
  releasedMicros: bigint;
  spentMicros: bigint;
};

const walletSettlements = bulkColumns(
  { companyId: 'int', wallet: 'text', dispatchId: 'int', releasedMicros: 'bigint', spentMicros: 'bigint' },
  2,
);

/** Releases the reserve and charges the spent amount. Locks wallets in key order, which prevents deadlocks. */
export async function settleInWallets(tx: Tx, rows: readonly WalletSettlement[]): Promise<void> {
  await tx.query(
    `with u as (
       select company_id, wallet as currency, dispatch_id, released_micros as released, spent_micros as spent
       from ${walletSettlements.as('u')}),
     sums as (
       select company_id, currency, sum(released) as released, sum(spent) as spent
       from u
       group by company_id, currency),
     locked as (
       select w.company_id, w.currency
       from wallets w
       join sums using (company_id, currency)
       order by w.company_id, w.currency
       for update of w),
     moved as (
       update wallets w
       set reserved_micros = w.reserved_micros - sums.released,
         balance_micros = w.balance_micros + sums.released - sums.spent
       from sums
       join locked using (company_id, currency)
       where w.company_id = sums.company_id
         and w.currency = sums.currency)
     insert into wallet_entries (
       company_id, currency, kind, balance_micros, reserved_micros, dispatch_id, created_at)
     select company_id, currency, 'settle', released - spent, -released, dispatch_id, $1
     from u`,
    [tx.now, ...walletSettlements.values(rows)],
  );
}

type Change = {
  companyId: number;
  currency: string;
  kind: string;
  amountMicros: bigint;
  person: string;
  reason: string;
};

/** Undefined, and nothing is written, when the balance would be outside 0 to `max`. */
export async function changeWallet(tx: Tx, change: Change, max: bigint) {
  const rows = await tx.query<{ balanceMicros: bigint; reservedMicros: bigint }>(
    `with changed as (
       update wallets
       set balance_micros = balance_micros + $3
       where company_id = $1
         and currency = $2
         and balance_micros + $3 between 0 and $8
       returning balance_micros, reserved_micros),
     entered as (
       insert into wallet_entries (company_id, currency, kind, balance_micros, person, reason, created_at)
       select $1, $2, $4, $3, $5, $6, $7
       from changed)
     select balance_micros as "balanceMicros", reserved_micros as "reservedMicros"
     from changed`,
    [change.companyId, change.currency, change.amountMicros, change.kind, change.person, change.reason, tx.now, max],
  );
  return rows[0];
}
