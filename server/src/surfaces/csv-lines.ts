// Lists to take away, for people who open them in a spreadsheet: UTF-8 with its mark, so that no letters are guessed,
// a semicolon where the comma divides numbers, and no cell that a spreadsheet would run as a formula.
import { Readable } from 'node:stream';

export type CsvLanguage = 'ru' | 'en';
type Cell = string | number | null;

const MARK = '\uFEFF';
const SEPARATORS = { ru: ';', en: ',' } as const;

/** What begins like a formula is marked as text; numbers are told apart by their type and stay numbers. */
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

/** Portions are asked for only as fast as the reader takes them. */
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
