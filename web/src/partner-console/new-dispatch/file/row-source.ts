// Reads a file from any checkpoint in chunks and keeps one chunk in memory. A chunk ends at a line end, which is
// unambiguous in all four encodings, so each chunk decodes on its own.
import { RecordReader } from './csv-records.ts';
import { type FileFormat, withoutAnnouncement } from './file-format.ts';
import { FileProblem } from './file-problem.ts';

export type RowSource = { readonly blob: Blob; readonly format: FileFormat };

/** A byte where a record begins, and its row; rows count from 1, as in a spreadsheet. */
export type Checkpoint = { readonly byte: number; readonly row: number };

export const FILE_START: Checkpoint = { byte: 0, row: 1 };

/** Returns `false` to stop. */
export type TakeRow = (fields: string[], row: number) => boolean | undefined;

export type Watch = {
  /** Called after each chunk, between records, with the progress and the next checkpoint. */
  readonly onPiece?: (checkpoint: Checkpoint, bytes: Uint8Array) => void;
  /** Checked between chunks. */
  readonly isCancelled?: () => boolean;
};

export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

const PIECE_BYTES = 1024 * 1024;
const LINE_BYTES_MAX = 16 * 1024 * 1024;

export async function readRows(
  { blob, format }: RowSource,
  from: Checkpoint,
  take: TakeRow,
  { onPiece, isCancelled }: Watch = {},
): Promise<void> {
  const reader = new RecordReader(format);
  const decoder = new TextDecoder(format.encoding);
  let { byte, row } = from;
  const takeNext = (fields: string[]) => {
    const own = row;
    row += 1;
    return take(fields, own);
  };
  while (byte < blob.size) {
    const piece = await readPiece(blob, byte, format);
    if (isCancelled?.() === true) throw new Cancelled();
    const text = decoder.decode(piece);
    const end = byte + piece.length;
    const wantsMore = reader.push(byte === 0 ? withoutAnnouncement(text) : text, takeNext, end >= blob.size);
    byte = end;
    if (!wantsMore) return;
    if (reader.isClean) onPiece?.({ byte, row }, piece);
    else onPiece?.({ byte: -1, row }, piece);
  }
}

async function readPiece(blob: Blob, start: number, format: FileFormat): Promise<Uint8Array> {
  for (let length = PIECE_BYTES; ; length *= 2) {
    const bytes = new Uint8Array(await blob.slice(start, start + length).arrayBuffer());
    if (start + bytes.length >= blob.size) return bytes;
    const end = lastLineEnd(bytes, format);
    if (end > 0) return bytes.subarray(0, end);
    if (length >= LINE_BYTES_MAX) throw new FileProblem('line');
  }
}

/** The position after the last line end; 0: none. */
function lastLineEnd(bytes: Uint8Array, { encoding, newline }: FileFormat): number {
  const code = newline.charCodeAt(0);
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return bytes.lastIndexOf(code) + 1;
  const low = encoding === 'utf-16le' ? 0 : 1;
  for (let at = (bytes.length & ~1) - 2; at >= 0; at -= 2)
    if (bytes[at + low] === code && bytes[at + 1 - low] === 0) return at + 2;
  return 0;
}
