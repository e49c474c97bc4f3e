// Turns a draft into a dispatch: creates it with the first batch, appends the rest, records the skipped rows and starts
// it. The position is stored after every response. Every request can be repeated after a closed tab or a lost response:
// batches and the start have idempotency keys, and a repeated record replaces the previous one.
import type { Draft, Upload } from './draft.ts';
import type { Questions } from './file/import-protocol.ts';
import type { ScanResult } from './file/row-scan.ts';

type Batch = Pick<Questions['fill']['ask'], 'row' | 'dispatchId' | 'idempotencyKey'>;

export type SendingWays = {
  readonly fill: (batch: Batch) => Promise<Questions['fill']['answer']>;
  readonly noteLeftOut: (id: number) => Promise<unknown>;
  readonly start: (id: number, idempotencyKey: string) => Promise<unknown>;
  /** Resolves when the position is stored. */
  readonly keep: (upload: Upload) => Promise<void>;
};

export const NOTHING_SENT: Upload = { nextRow: 1, batches: 0, accepted: 0, refused: 0, isFilled: false };

/** Resolves to the id of the started dispatch. */
export async function sendFile(draftId: string, from: Upload, ways: SendingWays): Promise<number> {
  const { fill, noteLeftOut, start, keep } = ways;
  let upload = from;
  while (!upload.isFilled) {
    const { dispatchId, nextRow: row, batches } = upload;
    const batch = await fill({ row, dispatchId, idempotencyKey: `${draftId}-${batches}` });
    upload = advanced(upload, batch);
    await keep(upload);
  }
  if (upload.dispatchId === undefined) throw new Error('the file has no recipients: no dispatch was created');
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

/** Rows with a value that is too long are few and count as invalid numbers. */
export function leftOutOf(
  { bad, duplicates }: Pick<ScanResult, 'bad' | 'duplicates'>,
  { keepDuplicates }: Pick<Draft, 'keepDuplicates'>,
): { duplicates: number; badNumbers: number } {
  return { duplicates: keepDuplicates ? 0 : duplicates, badNumbers: bad };
}
