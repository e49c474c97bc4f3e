// Makes the dispatch of a draft: creates it with the first batch, appends the others, starts it. After every answer
// the position is kept, and every call has a key of its own, so that it may be made again after a closed tab or a lost
// answer and nothing is sent twice.
import type { Upload } from './draft.ts';
import type { Questions } from './file/import-protocol.ts';

type Batch = Pick<Questions['fill']['ask'], 'row' | 'dispatchId' | 'idempotencyKey'>;

export type SendingWays = {
  readonly fill: (batch: Batch) => Promise<Questions['fill']['answer']>;
  readonly start: (id: number, idempotencyKey: string) => Promise<unknown>;
  /** Resolved when it is safely kept. */
  readonly keep: (upload: Upload) => Promise<void>;
};

export const NOTHING_SENT: Upload = { nextRow: 1, batches: 0, accepted: 0, refused: 0, isFilled: false };

/** Answers the dispatch, started. */
export async function sendFile(draftId: string, from: Upload, { fill, start, keep }: SendingWays): Promise<number> {
  let upload = from;
  while (!upload.isFilled) {
    const { dispatchId, nextRow: row, batches } = upload;
    const batch = await fill({ row, dispatchId, idempotencyKey: `${draftId}-${batches}` });
    upload = advanced(upload, batch);
    await keep(upload);
  }
  if (upload.dispatchId === undefined) throw new Error('a file without recipients makes no dispatch');
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
