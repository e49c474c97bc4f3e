// The table of docs/long-proofs.md: a row per proof with its last run. A new run replaces the row of its proof.

/** `not judged`: the proof could not judge the product, such as a storm whose servers did not start. */
export type ProofResult = 'passed' | 'failed' | 'not judged';

export type ProofRun = {
  readonly name: string;
  readonly command: string;
  readonly shows: string;
  readonly date: string;
  readonly commit: string;
  readonly seconds: number;
  readonly result: ProofResult;
};

const HEAD = '| Proof | Shows | Command | Last run | Commit | Seconds | Result |';
const RULE = '|---|---|---|---|---|---|---|';

export function updatedTable(page: string, run: ProofRun): string {
  const lines = page.split('\n');
  const head = lines.indexOf(HEAD);
  if (head === -1 || lines[head + 1] !== RULE) throw new Error(`the page has no table with the head ${HEAD}`);
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  const rows = lines.slice(head + 2, end === -1 ? lines.length : end);
  const result = run.result === 'passed' ? 'passed' : `**${run.result}**`;
  const cells = [run.name, run.shows, `\`${run.command}\``, run.date, run.commit, run.seconds, result];
  const row = `| ${cells.join(' | ')} |`;
  const at = rows.findIndex((known) => known.startsWith(`| ${run.name} |`));
  const updated = at === -1 ? [...rows, row] : rows.with(at, row);
  return [...lines.slice(0, head + 2), ...updated, ...lines.slice(head + 2 + rows.length)].join('\n');
}
