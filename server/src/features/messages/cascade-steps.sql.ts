import type { Tx } from '../../platform/database.ts';

/** Returns those after which a step might still have come. */
export async function clearSteps(tx: Tx, companyId: number, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string; coming: boolean }>(
    `update messages m set cascade = null from messages o
     where o.id = m.id and m.id = any($1::uuid[]) and m.company_id = $2 and m.cascade is not null
     returning m.id, o.status < 2 or o.status = 2 and o.read_status is null and o.cascade->0->>'condition' = 'not_read' as coming`,
    [ids, companyId],
  );
  return rows.filter((row) => row.coming).map((row) => row.id);
}

export function selectLaterSteps(tx: Tx, companyId: number, ids: readonly string[]) {
  return tx.query<{ id: string; later: string }>(
    `select m.id, f.id as later from messages m join messages f on f.cascade_root = m.cascade_root and f.cascade_step > m.cascade_step
     where m.id = any($1::uuid[]) and m.company_id = $2 and f.company_id = $2 order by f.cascade_step`,
    [ids, companyId],
  );
}
