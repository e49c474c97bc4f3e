// Makes the dispatch of a draft: creates it with the first batch, appends the others, notes how many rows of the file
// were left out, starts it. After every answer the position is kept, and every call may be made again after a closed tab
// or a lost answer: batches and the start have keys of their own, a repeated note replaces the former.
import type { Draft, Upload } from './draft.ts';
import type { Questions } from './file/import-protocol.ts';
import type { ScanResult } from './file/row-scan.ts';

type Batch = Pick<Questions['fill']['ask'], 'row' | 'dispatchId' | 'idempotencyKey'>;

export type SendingWays = {
  readonly fill: (batch: Batch) => Promise<Questions['fill']['answer']>;
  readonly noteLeftOut: (id: number) => Promise<unknown>;
  readonly start: (id: number, idempotencyKey: string) => Promise<unknown>;
  /** Resolved when it is safely kept. */
  readonly keep: (upload: Upload) => Promise<void>;
};

export const NOTHING_SENT: Upload = { nextRow: 1, batches: 0, accepted: 0, refused: 0, isFilled: false };

/** Answers the dispatch, started. */
export async function sendFile(draftId: string, from: Upload, ways: SendingWays): Promise<number> {
  const { fill, noteLeftOut, start, keep } = ways;
  let upload = from;
  while (!upload.isFilled) {
    const { dispatchId, nextRow: row, batches } = upload;
    const batch = await fill({ row, dispatchId, idempotencyKey: `${draftId}-${batches}` });
    upload = advanced(upload, batch);
    await keep(upload);
  }
  if (upload.dispatchId === undefined) throw new Error('a file without recipients makes no dispatch');
  await noteLeftOut(upload.dispatchId);
  await start(upload.dispatchId, `${draftId}-start`);
  return upload.dispatchId;
}

function advanced(upload: Upload, { filled, nextRow }: Questions['fill']['answer']): Upload {
  const isFilled = nextRow === undefined;
  if (filled === undefined) return { ...upload, isFilled };
  return {
    ...upload,
    dispatchId: filled.id,
    nextRow: nextRow ?? upload.nextRow,
    batches: upload.batches + 1,
    accepted: upload.accepted + filled.success,
    refused: upload.refused + filled.failed,
    isFilled,
  };
}

/** Rows with a value that is too long are few, and counted with those that have no good number. */
export function leftOutOf(
  { bad, duplicates }: Pick<ScanResult, 'bad' | 'duplicates'>,
  { keepDuplicates }: Pick<Draft, 'keepDuplicates'>,
): { duplicates: number; badNumbers: number } {
  return { duplicates: keepDuplicates ? 0 : duplicates, badNumbers: bad };
}
