// Tables as CSV files for spreadsheets: byte order mark, the separator of the reader's language, and no cell that a
// spreadsheet would run as a formula.
import type { Language } from '../../texts/language.ts';

const SEPARATOR: Readonly<Record<Language, string>> = { ru: ';', en: ',' };

export function csvText(language: Language, rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => cells.map(cellText).join(SEPARATOR[language]);
  return `\uFEFF${rows.map(line).join('\r\n')}\r\n`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[";,\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function saveFile(name: string, type: string, parts: readonly BlobPart[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
