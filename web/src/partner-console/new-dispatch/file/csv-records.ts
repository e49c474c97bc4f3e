// Splits CSV text into records and fields. A line without quotation marks is one `split`; others are read by character.
// An unfinished record waits for the next chunk.
import { FileProblem } from './file-problem.ts';

/** Returns `false` to stop. */
export type TakeRecord = (fields: string[]) => boolean | undefined;

/** Limit of a record: an unclosed quotation mark would swallow the file. */
const RECORD_LENGTH_MAX = 1_000_000;

export class RecordReader {
  readonly #delimiter: string;
  readonly #newline: string;
  #rest = '';
  #records = 0;

  constructor({ delimiter, newline }: { readonly delimiter: string; readonly newline: string }) {
    this.#delimiter = delimiter;
    this.#newline = newline;
  }

  /** True between two records. */
  get isClean(): boolean {
    return this.#rest === '';
  }

  /** `last`: no chunk follows. Returns whether more is wanted. */
  push(piece: string, take: TakeRecord, last = false): boolean {
    const text = this.#rest + piece;
    this.#rest = '';
    let at = 0;
    while (at < text.length) {
      const end = text.indexOf(this.#newline, at);
      if (end < 0 && !last) break;
      const stop = end < 0 ? text.length : end;
      const line = text.slice(at, stop);
      let fields: string[] | undefined;
      let next = stop + 1;
      if (line.includes('"')) {
        const found = this.#readQuoted(text, at, last);
        if (found === undefined) break;
        ({ fields, next } = found);
      } else {
        fields = withoutReturn(line).split(this.#delimiter);
      }
      at = next;
      this.#records += 1;
      if (take(fields) === false) return false;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > RECORD_LENGTH_MAX || (last && this.#rest !== ''))
      throw new FileProblem('quote', this.#records + 1);
    return true;
  }

  /** Undefined: the text ends within the record. A quotation mark inside an unquoted field is literal. */
  #readQuoted(text: string, from: number, last: boolean): { fields: string[]; next: number } | undefined {
    const fields: string[] = [];
    let at = from;
    for (;;) {
      const found = text[at] === '"' ? quotedField(text, at) : undefined;
      if (text[at] === '"' && found === undefined) return undefined;
      const after = found?.after ?? at;
      const stop = this.#fieldEnd(text, after);
      if (stop < 0 && !last) return undefined;
      const end = stop < 0 ? text.length : stop;
      const tail = text.slice(after, end);
      const isLast = end >= text.length || text[end] === this.#newline;
      fields.push((found?.value ?? '') + (isLast ? withoutReturn(tail) : tail));
      at = end + 1;
      if (isLast) return { fields, next: at };
    }
  }

  #fieldEnd(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1)
      if (text[at] === this.#delimiter || text[at] === this.#newline) return at;
    return -1;
  }
}

function quotedField(text: string, from: number): { value: string; after: number } | undefined {
  let value = '';
  let at = from + 1;
  for (;;) {
    const mark = text.indexOf('"', at);
    if (mark < 0) return undefined;
    value += text.slice(at, mark);
    if (text[mark + 1] !== '"') return { value, after: mark + 1 };
    value += '"';
    at = mark + 2;
  }
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

export const isBlank = (fields: readonly string[]) => fields.every((field) => field.trim() === '');
