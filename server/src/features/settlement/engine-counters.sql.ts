import type { Tx } from '../../platform/database/database.ts';

export const EXTRA_SUBMITS = 'extra_submits';
export const BATCHES_IN_DOUBT = 'batches_in_doubt';
export const MESSAGES_RESENT = 'messages_resent';

export async function addToCounter(tx: Tx, name: string, by: number): Promise<void> {
  await tx.query(
    `insert into engine_counters (name, value)
     values ($1, $2)
     on conflict (name)
     do update set value = engine_counters.value + excluded.value`,
    [name, by],
  );
}

export async function selectCounters(tx: Tx): Promise<Record<string, number>> {
  const rows = await tx.query<{ name: string; value: bigint }>('select name, value from engine_counters');
  return Object.fromEntries(rows.map((row) => [row.name, Number(row.value)]));
}
