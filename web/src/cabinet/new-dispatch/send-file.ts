// Makes the dispatch of a draft: creates it with the first batch, appends the others, starts it. After every answer
// the position is kept, and every call has a key of its own, so that it may be made again after a closed tab or a lost
// answer and nothing is sent twice.
import type { Upload } from './draft.ts';
import type { Batch } from './file/recipient-rows.ts';

export type Filled = { readonly id: number; readonly success: number; readonly failed: number };

export type SendingWays = {
  readonly readBatch: (row: number) => Promise<Batch>;
  readonly create: (messages: Batch['messages'], key: string) => Promise<Filled>;
  readonly append: (id: number, messages: Batch['messages'], key: string) => Promise<Filled>;
  readonly start: (id: number, key: string) => Promise<unknown>;
  /** Resolved when it is safely kept. */
  readonly keep: (upload: Upload) => Promise<void>;
};

export const NOTHING_SENT: Upload = { nextRow: 1, batches: 0, accepted: 0, refused: 0, isFilled: false };

/** Answers the dispatch, started. */
export async function sendFile(draftId: string, from: Upload, ways: SendingWays): Promise<number> {
  let upload = from;
  while (!upload.isFilled) {
    const batch = await ways.readBatch(upload.nextRow);
    upload = await sendBatch(draftId, upload, batch, ways);
    await ways.keep(upload);
  }
  if (upload.dispatchId === undefined) throw new Error('a file without recipients makes no dispatch');
  await ways.start(upload.dispatchId, `${draftId}-start`);
  return upload.dispatchId;
}

async function sendBatch(draftId: string, upload: Upload, batch: Batch, ways: SendingWays): Promise<Upload> {
  const { dispatchId, batches, accepted, refused, nextRow } = upload;
  const isFilled = batch.nextRow === undefined;
  if (batch.messages.length === 0) return { ...upload, isFilled };
  const key = `${draftId}-${batches}`;
  const filled =
    dispatchId === undefined
      ? await ways.create(batch.messages, key)
      : await ways.append(dispatchId, batch.messages, key);
  return {
    dispatchId: filled.id,
    nextRow: batch.nextRow ?? nextRow,
    batches: batches + 1,
    accepted: accepted + filled.success,
    refused: refused + filled.failed,
    isFilled,
  };
}
