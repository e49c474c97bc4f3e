// The table of docs/operating/supported.md: a row per combination with its last run, in the order of the combinations.
// A new run replaces its row; rows of combinations that are gone leave the table.

export type MatrixRow = {
  readonly name: string;
  readonly shows: string;
  readonly versions: string;
  readonly node: string;
  /** `ok`, `failed: …` or `not run: …`. */
  readonly result: string;
  readonly command: string;
  readonly date: string;
  readonly commit: string;
  readonly seconds: number;
};

const HEAD = '| Combination | Versions | Besides the trial | Command | Run | Commit | Result |';
const RULE = '|---|---|---|---|---|---|---|';

/** `names`: of all combinations, in the order of the rows. */
export function updatedPage(page: string, row: MatrixRow, names: readonly string[]): string {
  const lines = page.split('\n');
  const head = lines.indexOf(HEAD);
  if (head === -1 || lines[head + 1] !== RULE) throw new Error(`the page has no table with the head ${HEAD}`);
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  const rows = lines.slice(head + 2, end === -1 ? lines.length : end);
  const updated = names.flatMap((name) =>
    name === row.name ? [writeRow(row)] : rows.filter((known) => known.startsWith(`| ${name} |`)),
  );
  return [...lines.slice(0, head + 2), ...updated, ...lines.slice(head + 2 + rows.length)].join('\n');
}

function writeRow({ name, versions, shows, node, command, date, commit, result }: MatrixRow): string {
  const all = versions === '' ? '–' : `${versions}, Node ${node}`;
  const cells = [name, all, shows === '' ? '–' : shows, `\`${command}\``, date, commit, result];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
