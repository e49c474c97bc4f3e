import type { Tx } from '../../platform/database/database.ts';

/** Distinct recipients of the month so far, by operator. */
export function selectMauCounts(tx: Tx, companyId: number, month: string) {
  return tx.query<{ brand: number; count: number }>(
    `select brand, count
     from volume_counters
     where company_id = $1
       and month = $2
       and model = 'MAU'`,
    [companyId, month],
  );
}

type MonthBudget = {
  readonly budgetMicros: bigint | null;
  readonly reservedMicros: bigint;
  readonly spentMicros: bigint;
};

export async function selectBudget(tx: Tx, companyId: number, month: string): Promise<MonthBudget | undefined> {
  const rows = await tx.query<MonthBudget>(
    `select
       c.budget_micros as "budgetMicros",
       coalesce(m.reserved_micros, 0) as "reservedMicros",
       coalesce(m.spent_micros, 0) as "spentMicros"
     from companies c
     left join company_months m on m.company_id = c.id
       and m.month = $2
     where c.id = $1`,
    [companyId, month],
  );
  return rows[0];
}

export async function selectMonth(tx: Tx, companyId: number, month: string) {
  const rows = await tx.query<{ reservedMicros: bigint; spentMicros: bigint }>(
    `select reserved_micros as "reservedMicros", spent_micros as "spentMicros"
     from company_months
     where company_id = $1
       and month = $2`,
    [companyId, month],
  );
  return rows[0] ?? { reservedMicros: 0n, spentMicros: 0n };
}
