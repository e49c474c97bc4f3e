import type { Tx } from '../../platform/database.ts';

/** The texts that messages have of their own; everything else about them stays. */
export async function clearTexts(
  tx: Tx,
  range: { dispatchId: number; afterSeq: number; toSeq: number; firstId: string; lastId: string },
): Promise<void> {
  await tx.query(
    `update messages set text = null, special_content = null, cascade = null
      where dispatch_id = $1 and seq > $2 and seq <= $3 and id between $4 and $5
        and (text is not null or special_content is not null or cascade is not null)`,
    [range.dispatchId, range.afterSeq, range.toSeq, range.firstId, range.lastId],
  );
}
