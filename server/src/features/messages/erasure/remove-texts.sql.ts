import type { Tx } from '../../../platform/database/database.ts';
import { WITHOUT_STEPS } from '../cascade-steps.sql.ts';

/** Clears the messages' own texts and contents; all other columns stay. */
export async function clearTexts(
  tx: Tx,
  range: { dispatchId: number; afterSeq: number; toSeq: number; firstId: string; lastId: string },
): Promise<void> {
  await tx.query(
    `update messages m
     set text = null,
       special_content = null,
       cascade = ${WITHOUT_STEPS}
     where m.dispatch_id = $1
       and m.seq > $2
       and m.seq <= $3
       and m.id between $4 and $5
       and (m.text is not null or m.special_content is not null or m.cascade is not null)`,
    [range.dispatchId, range.afterSeq, range.toSeq, range.firstId, range.lastId],
  );
}
