// Guesses encoding, delimiter and line ends from the first bytes. The page shows every guess and lets the person change
// it.
import { isBlank, RecordReader } from './csv-records.ts';
import { FileProblem } from './file-problem.ts';

export const ENCODINGS = ['utf-8', 'windows-1251', 'utf-16le', 'utf-16be'] as const;
export const DELIMITERS = [';', ',', '\t'] as const;

export type Encoding = (typeof ENCODINGS)[number];
export type Delimiter = (typeof DELIMITERS)[number];

export type FileFormat = {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly newline: '\n' | '\r';
};

export const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_RECORDS = 200;

export function detectFormat(sample: Uint8Array, isWhole: boolean): FileFormat {
  if (sample.length === 0) throw new FileProblem('empty');
  if (startsWith(sample, [0x50, 0x4b, 0x03, 0x04]) || startsWith(sample, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new FileProblem('workbook');
  const encoding = detectEncoding(sample, isWhole);
  const text = decodeSample(sample, encoding, isWhole);
  if (text.trim() === '') throw new FileProblem('empty');
  if (text.includes('\0')) throw new FileProblem('binary');
  const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
  return { encoding, newline, delimiter: announced(text) ?? detectDelimiter(text, newline, isWhole) };
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, at) => bytes[at] === byte);
}

function detectEncoding(bytes: Uint8Array, isWhole: boolean): Encoding {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, 4_096).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // In UTF-16, digits, delimiters and line ends have one zero byte each in any language.
  if (odd > 8 && odd > even * 4) return 'utf-16le';
  if (even > 8 && even > odd * 4) return 'utf-16be';
  return isUtf8(bytes, isWhole) ? 'utf-8' : 'windows-1251';
}

/** The sample may end within a character, so its end is ignored. */
function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

export function decodeSample(bytes: Uint8Array, encoding: Encoding, isWhole: boolean): string {
  return new TextDecoder(encoding).decode(bytes, { stream: !isWhole });
}

const ANNOUNCED = /^sep=([,;\t])\r?\n/i;

/** Spreadsheets read a first line `sep=;` as an instruction and do not count it as a row. */
function announced(text: string): Delimiter | undefined {
  const found = ANNOUNCED.exec(text)?.[1];
  return DELIMITERS.find((delimiter) => delimiter === found);
}

export const withoutAnnouncement = (text: string): string => text.replace(ANNOUNCED, '');

/** The delimiter that splits the most rows into the same number of fields, more than one. */
function detectDelimiter(text: string, newline: string, isWhole: boolean): Delimiter {
  let best: Delimiter = ';';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const widths = sampleRecords(text, { delimiter, newline }, isWhole).map((fields) => fields.length);
    const usual = mostFrequent(widths);
    const share = widths.filter((width) => width === usual).length / Math.max(widths.length, 1);
    const score = usual > 1 ? share * 10 + Math.min(usual, 10) / 10 : 0;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

function mostFrequent(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 0;
}

/** The first non-blank records. */
export function sampleRecords(
  text: string,
  { delimiter, newline }: { readonly delimiter: string; readonly newline: string },
  isWhole: boolean,
): string[][] {
  const records: string[][] = [];
  try {
    new RecordReader({ delimiter, newline }).push(
      withoutAnnouncement(text),
      (fields) => {
        if (!isBlank(fields)) records.push(fields);
        return records.length < SAMPLE_RECORDS;
      },
      isWhole,
    );
  } catch (error) {
    // A quotation mark may fail under a wrong delimiter; the full scan reports the real problem.
    if (!(error instanceof FileProblem)) throw error;
  }
  return records;
}
