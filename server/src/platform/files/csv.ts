// Comma-separated reference files: header row, quotes doubled inside quoted fields, line feeds.
export function parseCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = splitRows(text);
  return rows.map((cells) => Object.fromEntries((head ?? []).map((name, at) => [name, cells[at] ?? ''])));
}

function splitRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (line.includes('"') ? splitQuoted(line) : line.split(',')));
}

function splitQuoted(line: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g;
  for (const match of line.matchAll(pattern)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') break;
  }
  return cells;
}
