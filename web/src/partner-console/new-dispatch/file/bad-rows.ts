// Rows with errors as a file to correct: the original columns plus the reason.

import { readPhone } from '@volley/domain/numbers/written-phone.ts';
import { columnLetter } from './columns.ts';
import type { ReadyFile } from './recipient-rows.ts';
import { edited, ROW } from './row-scan.ts';
import { FILE_START, readRows } from './row-source.ts';

/** The byte order mark makes spreadsheets read UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export async function badRowsFile(
  { source, options, scanned }: ReadyFile,
  reasonOf: (kind: string) => string,
): Promise<Blob> {
  const lines: string[] = [];
  const write = (fields: readonly string[]) =>
    lines.push(fields.map((field) => cellOf(field, source.format.delimiter)).join(source.format.delimiter));
  let isFirst = true;
  await readRows(source, FILE_START, (record, row) => {
    if (isFirst)
      write(options.hasHeader ? [...record, 'error'] : [...record.map((_, at) => columnLetter(at)), 'error']);
    isFirst = false;
    if (scanned.statuses[row] !== ROW.bad) return undefined;
    const fields = edited(record, options.edits.get(row));
    const phone = readPhone(fields[options.mapping.phone] ?? '', options.addSeven);
    write([...fields, reasonOf('problem' in phone ? phone.problem : 'value-long')]);
    return undefined;
  });
  return new Blob([`${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}

/** Escapes cells that a spreadsheet would run as a formula; numbers with a plus stay unchanged. */
function cellOf(field: string, delimiter: string): string {
  const isFormula = /^[=@\t\r]/.test(field) || /^[+-](?![\d ()-]*$)/.test(field);
  const text = isFormula ? `'${field}` : field;
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
