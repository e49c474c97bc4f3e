// A single pass over the file under a mapping: valid rows, rows with errors and their reasons, duplicates. Keeps one
// byte per row.

import { type PhoneProblem, readPhone } from '@volley/domain/numbers/written-phone.ts';
import type { Mapping } from './columns.ts';
import { isBlank } from './csv-records.ts';
import { FilePrint } from './file-print.ts';
import { COLUMNS_MAX, FileProblem, ROWS_MAX } from './file-problem.ts';
import { NumberSet } from './number-set.ts';
import { type Checkpoint, FILE_START, type RowSource, readRows, type Watch } from './row-source.ts';

export const ROW = { none: 0, good: 1, bad: 2, duplicate: 3 } as const;

export type RowProblemKind = PhoneProblem | 'value-long' | 'text-long';

export type RowProblem = {
  readonly row: number;
  readonly column: number;
  readonly value: string;
  readonly kind: RowProblemKind;
};

/** Manual corrections by row and column. */
export type Edits = ReadonlyMap<number, ReadonlyMap<number, string>>;

export type ScanOptions = {
  readonly hasHeader: boolean;
  readonly mapping: Mapping;
  readonly addSeven: boolean;
  readonly keepDuplicates: boolean;
  readonly edits: Edits;
};

export type ScanResult = {
  readonly rows: number;
  readonly good: number;
  readonly bad: number;
  readonly duplicates: number;
  readonly blank: number;
  readonly addedSeven: number;
  readonly customTexts: number;
  readonly problems: readonly RowProblem[];
  readonly kinds: Readonly<Partial<Record<RowProblemKind, number>>>;
  readonly print: string;
};

export type ScannedFile = {
  readonly result: ScanResult;
  readonly statuses: Uint8Array;
  readonly checkpoints: readonly Checkpoint[];
};

export const PROBLEMS_SHOWN = 50;
/** API limits of one value and one text. */
const VALUE_LENGTH_MAX = 1600;
const TEXT_LENGTH_MAX = 10_000;
const SHOWN_LENGTH = 60;

type Counts = { -readonly [Name in Exclude<keyof ScanResult, 'problems' | 'kinds' | 'print'>]: number };

export async function scanRows(
  source: RowSource,
  options: ScanOptions,
  watch: Watch & { readonly onProgress?: (share: number) => void } = {},
): Promise<ScannedFile> {
  const counts: Counts = { rows: 0, good: 0, bad: 0, duplicates: 0, blank: 0, addedSeven: 0, customTexts: 0 };
  const problems: RowProblem[] = [];
  const kinds: Partial<Record<RowProblemKind, number>> = {};
  const statuses = new StatusList();
  const checkpoints: Checkpoint[] = [FILE_START];
  const print = new FilePrint();
  const judge = judgeOf(options, counts);
  await readRows(
    source,
    FILE_START,
    (fields, row) => {
      if (row === 1 && options.hasHeader) return undefined;
      if (fields.length > COLUMNS_MAX) throw new FileProblem('columns', row);
      if (row > ROWS_MAX + 1) throw new FileProblem('size', row);
      const found = judge(edited(fields, options.edits.get(row)), row);
      if (typeof found === 'number') {
        statuses.set(row, found);
        return undefined;
      }
      statuses.set(row, ROW.bad);
      counts.bad += 1;
      kinds[found.kind] = (kinds[found.kind] ?? 0) + 1;
      if (problems.length < PROBLEMS_SHOWN) problems.push(found);
      return undefined;
    },
    {
      ...watch,
      onPiece: (checkpoint, bytes) => {
        print.add(bytes);
        if (checkpoint.byte >= 0) checkpoints.push(checkpoint);
        if (checkpoint.byte > 0) watch.onProgress?.(checkpoint.byte / source.blob.size);
      },
    },
  );
  return {
    result: { ...counts, problems, kinds, print: print.toString() },
    statuses: statuses.finished(),
    checkpoints,
  };
}

function judgeOf({ mapping, addSeven, keepDuplicates }: ScanOptions, counts: Counts) {
  const seen = new NumberSet();
  return (fields: readonly string[], row: number): number | RowProblem => {
    if (isBlank(fields)) {
      counts.blank += 1;
      return ROW.none;
    }
    counts.rows += 1;
    const cell = fields[mapping.phone] ?? '';
    const phone = readPhone(cell, addSeven);
    const problem = 'problem' in phone ? { kind: phone.problem, column: mapping.phone } : longValue(fields, mapping);
    if (problem !== undefined) return { row, ...problem, value: (fields[problem.column] ?? '').slice(0, SHOWN_LENGTH) };
    if ('problem' in phone) throw new Error(`row ${row}: a valid phone number was expected`);
    if (phone.addedSeven) counts.addedSeven += 1;
    if (!seen.add(Number(phone.digits))) {
      counts.duplicates += 1;
      if (!keepDuplicates) return ROW.duplicate;
    }
    if (mapping.customText !== null && (fields[mapping.customText] ?? '').trim() !== '') counts.customTexts += 1;
    counts.good += 1;
    return ROW.good;
  };
}

function longValue(fields: readonly string[], { tokens, customText }: Mapping) {
  if (customText !== null && (fields[customText]?.length ?? 0) > TEXT_LENGTH_MAX)
    return { kind: 'text-long', column: customText } as const;
  const column = fields.findIndex((field, at) => field.length > VALUE_LENGTH_MAX && (tokens[at] ?? '') !== '');
  return column < 0 ? undefined : ({ kind: 'value-long', column } as const);
}

export function edited(fields: string[], edits: ReadonlyMap<number, string> | undefined): string[] {
  if (edits === undefined) return fields;
  const changed = [...fields];
  for (const [column, value] of edits) changed[column] = value;
  return Array.from(changed, (field) => field ?? '');
}

/** Indexed by row number; grows with the rows. */
class StatusList {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  set(row: number, status: number): void {
    if (row >= this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[row] = status;
    this.#length = row + 1;
  }

  finished(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
