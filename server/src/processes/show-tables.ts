// Sections of rows as text for a terminal: columns are as wide as their longest value, numbers right-aligned.

type Value = string | number | bigint | boolean | Date | null | undefined;
type Row = Readonly<Record<string, Value>>;

export function showTables(sections: Readonly<Record<string, readonly Row[]>>): string {
  return Object.entries(sections)
    .map(([title, rows]) => `${title.toUpperCase()}\n${rows.length === 0 ? '  none' : showRows(rows)}`)
    .join('\n\n');
}

function showRows(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => showValue(row[column])));
  const widths = columns.map((column, at) => Math.max(column.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const isNumber = columns.map((column) => rows.every((row) => isNumeric(row[column])));
  const pad = (line: readonly string[]) =>
    line
      .map((text, at) => (isNumber[at] === true ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [columns, ...lines].map((line) => `  ${pad(line)}`).join('\n');
}

const isNumeric = (value: Value) => typeof value === 'number' || typeof value === 'bigint' || value === null;

function showValue(value: Value): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString().replace(/\.\d+Z$/, 'Z');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
