import type { Tx } from '../../platform/database.ts';

/** Distinct recipients of the month so far, by operator. */
export function selectMauCounts(tx: Tx, companyId: number, month: string) {
  return tx.query<{ brand: number; count: number }>(
    `select brand, count from volume_counters where company_id = $1 and month = $2 and model = 'MAU'`,
    [companyId, month],
  );
}

export async function selectMonth(tx: Tx, companyId: number, month: string) {
  const rows = await tx.query<{ reservedMicros: bigint; spentMicros: bigint }>(
    `select reserved_micros as "reservedMicros", spent_micros as "spentMicros" from company_months where company_id = $1 and month = $2`,
    [companyId, month],
  );
  return rows[0] ?? { reservedMicros: 0n, spentMicros: 0n };
}
