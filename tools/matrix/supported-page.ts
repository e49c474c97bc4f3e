// The table of docs/operating/supported.md: a row per combination with its last run. A new run replaces its row.

export type MatrixRow = {
  readonly name: string;
  readonly shows: string;
  readonly versions: string;
  readonly node: string;
  /** `ok`, `failed: …` or `not run: …`. */
  readonly result: string;
  readonly date: string;
  readonly commit: string;
  readonly seconds: number;
};

const HEAD = '| Combination | Versions | Besides the trial | Command | Run | Commit | Result |';
const RULE = '|---|---|---|---|---|---|---|';

export function updatedPage(page: string, row: MatrixRow): string {
  const lines = page.split('\n');
  const head = lines.indexOf(HEAD);
  if (head === -1 || lines[head + 1] !== RULE) throw new Error(`the page has no table with the head ${HEAD}`);
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  const rows = lines.slice(head + 2, end === -1 ? lines.length : end);
  const written = writeRow(row);
  const at = rows.findIndex((known) => known.startsWith(`| ${row.name} |`));
  const updated = at === -1 ? [...rows, written] : rows.with(at, written);
  return [...lines.slice(0, head + 2), ...updated, ...lines.slice(head + 2 + rows.length)].join('\n');
}

function writeRow({ name, versions, shows, node, date, commit, result }: MatrixRow): string {
  const all = versions === '' ? '–' : `${versions}, Node ${node}`;
  const command = `\`npm run matrix -- --only ${name}\``;
  const cells = [name, all, shows === '' ? '–' : shows, command, date, commit, result];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
