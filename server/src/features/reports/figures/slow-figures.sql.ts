// Figures that change slowly or cost more: they are read every thirty seconds.
import type { Tx } from '../../../platform/database/database.ts';

export type MoneyFigures = {
  readonly currency: string;
  readonly reserved: number;
  readonly spent: number;
  readonly balance: number;
  readonly walletReserved: number;
};

/** Reads `company_months_open` (companies times the months that are not closed, usually two) and all wallets. */
export function selectMoney(tx: Tx): Promise<MoneyFigures[]> {
  return tx.planned<MoneyFigures>(
    `select
       currency,
       (sum(reserved) / 1e6)::float8 as reserved,
       (sum(spent) / 1e6)::float8 as spent,
       (sum(balance) / 1e6)::float8 as balance,
       (sum(wallet_reserved) / 1e6)::float8 as "walletReserved"
     from (
       select
         p.currency,
         m.reserved_micros as reserved,
         m.spent_micros as spent,
         0 as balance,
         0 as wallet_reserved
       from company_months m
       join companies c on c.id = m.company_id
       join partners p on p.id = c.partner_id
       where m.closed_at is null
       union all
       select currency, 0, 0, balance_micros, reserved_micros
       from wallets) u
     group by currency`,
  );
}

export type TableHorizon = { readonly table: string; readonly lastDay: string };

/** Of every daily table, the last day that has a partition, such as 20261118. */
export function selectHorizons(tx: Tx): Promise<TableHorizon[]> {
  return tx.planned<TableHorizon>(
    `select i.inhparent::regclass::text as table, right(max(c.relname), 8) as "lastDay"
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
       and c.relkind = 'r'
     join pg_partitioned_table p on p.partrelid = i.inhparent
     group by 1`,
  );
}

export function selectEngineEvents(tx: Tx): Promise<{ event: string; value: number }[]> {
  return tx.planned<{ event: string; value: number }>(
    `select name as event, value::float8 as value
     from engine_counters`,
  );
}

export type AuditFigures = {
  readonly endedAtSeconds: number;
  readonly seconds: number;
  readonly findings: number;
  readonly drift: number;
};

/** Undefined: no audit has ended yet. */
export async function selectLastAudit(tx: Tx): Promise<AuditFigures | undefined> {
  const [row] = await tx.planned<AuditFigures>(
    `select
       extract(epoch from ended_at)::float8 as "endedAtSeconds",
       seconds,
       findings,
       (drift_micros / 1e6)::float8 as drift
     from last_audits`,
  );
  return row;
}
