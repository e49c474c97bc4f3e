import type { Tx } from '../../platform/database/database.ts';

export function selectLinkNames(tx: Tx): Promise<{ id: number; name: string }[]> {
  return tx.query<{ id: number; name: string }>(
    `select id, name
     from operator_links`,
  );
}
