// Recipients of a scanned file in the form of the API, from any row, in batches of one request.

import { readPhone } from '@volley/domain/numbers/written-phone.ts';
import { edited, ROW, type ScannedFile, type ScanOptions } from './row-scan.ts';
import { type Checkpoint, FILE_START, type RowSource, readRows, type Watch } from './row-source.ts';

export type RecipientRow = {
  readonly row: number;
  readonly destination: string;
  readonly substitutions: Readonly<Record<string, string>>;
  readonly customText: string | undefined;
};

export type ReadyFile = {
  readonly source: RowSource;
  readonly options: ScanOptions;
  readonly scanned: ScannedFile;
};

/** Returns `false` to stop. */
export async function eachRecipient(
  { source, options, scanned }: ReadyFile,
  fromRow: number,
  take: (recipient: RecipientRow) => boolean | undefined,
  watch: Watch = {},
): Promise<void> {
  const { mapping, addSeven } = options;
  const used = mapping.tokens.flatMap((token, at) => (token === '' ? [] : [{ token, at }]));
  await readRows(
    source,
    checkpointBefore(scanned.checkpoints, fromRow),
    (record, row) => {
      if (row < fromRow || scanned.statuses[row] !== ROW.good) return undefined;
      const fields = edited(record, options.edits.get(row));
      const phone = readPhone(fields[mapping.phone] ?? '', addSeven);
      if ('problem' in phone) return undefined;
      const substitutions: Record<string, string> = {};
      for (const { token, at } of used) substitutions[token] = fields[at]?.trim() ?? '';
      const own = mapping.customText === null ? '' : (fields[mapping.customText] ?? '');
      return take({
        row,
        destination: phone.digits,
        substitutions,
        customText: own.trim() === '' ? undefined : own,
      });
    },
    watch,
  );
}

function checkpointBefore(checkpoints: readonly Checkpoint[], row: number): Checkpoint {
  return checkpoints.findLast((checkpoint) => checkpoint.row <= row) ?? FILE_START;
}

export type Recipient = {
  readonly destination: string;
  readonly substitutions?: Record<string, string>;
  readonly customText?: string;
};

export type Batch = {
  readonly messages: Recipient[];
  /** The first row of the next batch; undefined after the last. */
  readonly nextRow: number | undefined;
};

export const BATCH_RECIPIENTS = 10_000;
/** Well below the limit of a request, for slow mobile connections. */
const BATCH_LENGTH = 4_000_000;

/** Sends only placeholders of the text. The same file and text always give the same batches. */
export async function readBatch(file: ReadyFile, fromRow: number, tokens: readonly string[]): Promise<Batch> {
  const messages: Recipient[] = [];
  let length = 0;
  let nextRow: number | undefined;
  await eachRecipient(file, fromRow, ({ row, destination, substitutions, customText }) => {
    if (messages.length >= BATCH_RECIPIENTS || length >= BATCH_LENGTH) {
      nextRow = row;
      return false;
    }
    const values = tokens.flatMap((token) => {
      const value = substitutions[token];
      return value === undefined ? [] : [[token, value] as const];
    });
    const isOwn = customText !== undefined;
    messages.push({
      destination,
      ...(isOwn && { customText }),
      ...(!isOwn && values.length > 0 && { substitutions: Object.fromEntries(values) }),
    });
    length += destination.length + (customText?.length ?? 0);
    for (const [token, value] of values) length += token.length + value.length + 6;
    return undefined;
  });
  return { messages, nextRow };
}

/** The nearest recipient at or after a row (forward), or at or before it. */
export async function findRecipient(
  file: ReadyFile,
  fromRow: number,
  direction: 'forward' | 'back',
): Promise<RecipientRow | undefined> {
  const { statuses } = file.scanned;
  const step = direction === 'forward' ? 1 : -1;
  let row = Math.min(Math.max(fromRow, 0), statuses.length - 1);
  while (row >= 0 && row < statuses.length && statuses[row] !== ROW.good) row += step;
  if (statuses[row] !== ROW.good) return undefined;
  let found: RecipientRow | undefined;
  await eachRecipient(file, row, (recipient) => {
    found = recipient;
    return false;
  });
  return found;
}
