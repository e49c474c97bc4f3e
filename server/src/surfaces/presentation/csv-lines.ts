// CSV files for spreadsheets: UTF-8 with a byte order mark, a semicolon as separator where the decimal separator is a
// comma, and no cell that a spreadsheet would execute as a formula.
import { Readable } from 'node:stream';

export type CsvLanguage = 'ru' | 'en';
type Cell = string | number | null;

const MARK = '\uFEFF';
const SEPARATORS = { ru: ';', en: ',' } as const;

/** Text that begins like a formula gets an apostrophe; numbers are recognized by their type and stay numbers. */
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(cell: Cell, language: CsvLanguage): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return language === 'ru' ? String(cell).replace('.', ',') : String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[";,\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: readonly Cell[], language: CsvLanguage): string {
  return `${cells.map((cell) => csvCell(cell, language)).join(SEPARATORS[language])}\r\n`;
}

/** Pulls the next portion only when the reader has consumed the last (back-pressure). */
export function csvStream(
  head: readonly string[],
  portions: AsyncIterable<readonly (readonly Cell[])[]>,
  language: CsvLanguage,
): Readable {
  async function* lines() {
    yield MARK + csvLine(head, language);
    for await (const rows of portions) yield rows.map((row) => csvLine(row, language)).join('');
  }
  return Readable.from(lines());
}
