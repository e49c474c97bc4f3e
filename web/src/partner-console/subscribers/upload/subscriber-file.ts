// A file of subscribers: opened, checked as a whole, then read in pieces of one request. A piece begins at any row, so
// an interrupted upload continues with the piece that failed.
import { hasDevices, type SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { isBlank } from '../../new-dispatch/file/csv-records.ts';
import { decodeSample, detectFormat, SAMPLE_BYTES, sampleRecords } from '../../new-dispatch/file/file-format.ts';
import { COLUMNS_MAX, FILE_BYTES_MAX, FileProblem, ROWS_MAX } from '../../new-dispatch/file/file-problem.ts';
import {
  type Checkpoint,
  FILE_START,
  type RowSource,
  readRows,
  type Watch,
} from '../../new-dispatch/file/row-source.ts';
import {
  findColumns,
  type ReadRow,
  type RowFault,
  readSubscriber,
  type SubscriberColumns,
  type SubscriberItem,
} from './subscriber-rows.ts';

export type SubscriberFile = {
  readonly source: RowSource;
  readonly columns: SubscriberColumns;
  readonly channel: SubscriberChannel;
};

/** Undefined: the titles of the columns are not known. Throws a `FileProblem` if the file cannot be read at all. */
export async function openSubscribers(blob: Blob, channel: SubscriberChannel): Promise<SubscriberFile | undefined> {
  if (blob.size > FILE_BYTES_MAX) throw new FileProblem('size');
  const sample = new Uint8Array(await blob.slice(0, SAMPLE_BYTES).arrayBuffer());
  const isWhole = blob.size <= SAMPLE_BYTES;
  const format = detectFormat(sample, isWhole);
  const records = sampleRecords(decodeSample(sample, format.encoding, isWhole), format, isWhole);
  const columns = findColumns(records, channel);
  return columns && { source: { blob, format }, columns, channel };
}

export type RefusedLine = { readonly line: number; readonly fault: RowFault; readonly value: string };

export type SubscriberScan = {
  readonly good: number;
  readonly refused: number;
  /** Numbers without a country code that got that of Russia. */
  readonly addedSeven: number;
  /** The first refused lines, in the order of the file. */
  readonly lines: readonly RefusedLine[];
  readonly examples: readonly SubscriberItem[];
  readonly checkpoints: readonly Checkpoint[];
};

const LINES_KEPT = 10_000;
const EXAMPLES = 3;
const VALUE_LENGTH = 60;

export async function scanSubscribers(
  file: SubscriberFile,
  { onProgress, isCancelled }: Pick<Watch, 'isCancelled'> & { readonly onProgress?: (share: number) => void } = {},
): Promise<SubscriberScan> {
  const scan = { good: 0, refused: 0, addedSeven: 0 };
  const lines: RefusedLine[] = [];
  const examples: SubscriberItem[] = [];
  const checkpoints: Checkpoint[] = [FILE_START];
  const note = (read: ReadRow, line: number) => {
    if ('item' in read) {
      scan.good += 1;
      if (read.addedSeven) scan.addedSeven += 1;
      if (examples.length < EXAMPLES) examples.push(read.item);
      return;
    }
    scan.refused += 1;
    if (lines.length < LINES_KEPT)
      lines.push({ line, fault: read.fault, value: read.value.trim().slice(0, VALUE_LENGTH) });
  };
  const onPiece = (checkpoint: Checkpoint) => {
    if (checkpoint.byte < 0) return;
    checkpoints.push(checkpoint);
    onProgress?.(checkpoint.byte / file.source.blob.size);
  };
  await eachSubscriber(file, FILE_START, note, { onPiece, ...(isCancelled !== undefined && { isCancelled }) });
  return { ...scan, lines, examples, checkpoints };
}

export type Piece = {
  readonly items: SubscriberItem[];
  /** The line of each item. */
  readonly lines: readonly number[];
  /** The first row of the next piece; undefined after the last. */
  readonly nextRow: number | undefined;
};

/** Limit of the subscribers in one request. Tokens are long, and a request has at most 40 MB. */
const pieceMax = (channel: SubscriberChannel) => (hasDevices(channel) ? 5_000 : 10_000);

export async function readPiece(
  file: SubscriberFile,
  checkpoints: readonly Checkpoint[],
  fromRow: number,
  sizeMax = pieceMax(file.channel),
): Promise<Piece> {
  const items: SubscriberItem[] = [];
  const lines: number[] = [];
  let nextRow: number | undefined;
  const start = checkpoints.findLast(({ row }) => row <= fromRow) ?? FILE_START;
  await eachSubscriber(file, start, (read, row) => {
    if (row < fromRow || !('item' in read)) return undefined;
    if (items.length === sizeMax) {
      nextRow = row;
      return false;
    }
    items.push(read.item);
    lines.push(row);
    return undefined;
  });
  return { items, lines, nextRow };
}

/** `take` returns `false` to stop. Blank rows and the titles are skipped. */
function eachSubscriber(
  { source, columns, channel }: SubscriberFile,
  from: Checkpoint,
  take: (read: ReadRow, row: number) => boolean | undefined | void,
  watch: Watch = {},
): Promise<void> {
  return readRows(
    source,
    from,
    (fields, row) => {
      if ((row === 1 && columns.hasHeader) || isBlank(fields)) return undefined;
      if (fields.length > COLUMNS_MAX) throw new FileProblem('columns', row);
      if (row > ROWS_MAX + 1) throw new FileProblem('size', row);
      return take(readSubscriber(fields, columns, channel), row) === false ? false : undefined;
    },
    watch,
  );
}
