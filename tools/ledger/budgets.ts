// Budgets of test folders in CPU seconds of the reference machine. A folder more than 20 % over its budget fails the
// run, and so do new files beyond what the others leave of it. Raising a budget is a line in folder-budgets.ts.
import { type LedgerRow, totalOf } from './ledger-file.ts';

export type Budget = { readonly folder: string; readonly cpuSeconds: number; readonly reason?: string };

const TOLERANCE = 1.2;
/** Counts of small folders vary by more than 20 % from run to run. */
const TOLERANCE_SECONDS = 10;
/** New files of a folder may use this much beside a budget that is used up. */
const NEW_SECONDS = 20;
/** A machine whose cores share their caches spends more CPU time on the same work: at most this factor. */
const PACE_MAX = 1.3;
const PACE_FILES_MIN = 20;
const PACE_SECONDS_MIN = 1;

export type Overrun = { readonly folder: string; readonly cpuSeconds: number; readonly allowed: number };

/**
 * Judges the files that ran. A run of some files of a folder has the part of the budget that these files used in the
 * ledger; a file without a row is new.
 */
export function findOverruns(
  ran: readonly LedgerRow[],
  ledger: readonly LedgerRow[],
  budgets: readonly Budget[],
): Overrun[] {
  const known = new Map(ledger.filter(({ kind }) => kind === 'file').map((row) => [row.name, totalOf(row)]));
  const usual = sumByFolder(
    ran.map((row) => row.name),
    (name) => known.get(name) ?? 0,
    budgets,
  );
  const all = sumByFolder([...known.keys()], (name) => known.get(name) ?? 0, budgets);
  const budgetOf = (folder: string) => budgets.find((each) => each.folder === folder)?.cpuSeconds ?? 0;
  const shareOf = (folder: string) => budgetOf(folder) * ((usual.get(folder) ?? 0) / (all.get(folder) ?? 1));
  const pace = paceOf(ran, known);
  const judge = (rows: readonly LedgerRow[], allowedIn: (folder: string) => number, what = ''): Overrun[] => {
    const cpuOf = new Map(rows.map((row) => [row.name, totalOf(row)]));
    return [...sumByFolder([...cpuOf.keys()], (name) => cpuOf.get(name) ?? 0, budgets)]
      .map(([folder, cpuSeconds]) => ({ folder: folder + what, cpuSeconds, allowed: pace * allowedIn(folder) }))
      .filter(({ cpuSeconds, allowed }) => cpuSeconds > allowed);
  };
  const isKnown = ({ name }: LedgerRow) => known.has(name);
  return [
    ...judge(ran.filter(isKnown), (folder) =>
      Math.max(shareOf(folder) * TOLERANCE, shareOf(folder) + TOLERANCE_SECONDS),
    ),
    ...judge(
      ran.filter((row) => !isKnown(row)),
      (folder) => Math.max(NEW_SECONDS, budgetOf(folder) - (all.get(folder) ?? 0)),
      ', new files',
    ),
  ];
}

/**
 * Median of CPU time against the ledger, file by file: the pace of the machine, which one expensive file does not
 * change.
 */
function paceOf(ran: readonly LedgerRow[], known: ReadonlyMap<string, number>): number {
  const ratios = ran
    .filter(({ name }) => (known.get(name) ?? 0) >= PACE_SECONDS_MIN)
    .map((row) => totalOf(row) / (known.get(row.name) ?? 1))
    .toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  return ratios.length < PACE_FILES_MIN ? 1 : Math.min(Math.max(median, 1), PACE_MAX);
}

/** The budget with the longest matching path; a folder without one has a budget of zero. */
export function folderOf(file: string, budgets: readonly Budget[]): string {
  const matching = budgets.filter(({ folder }) => file.startsWith(`${folder}/`));
  return (
    matching.toSorted((a, b) => b.folder.length - a.folder.length)[0]?.folder ?? file.slice(0, file.lastIndexOf('/'))
  );
}

function sumByFolder(
  files: readonly string[],
  figureOf: (file: string) => number,
  budgets: readonly Budget[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const file of files) {
    const folder = folderOf(file, budgets);
    sums.set(folder, (sums.get(folder) ?? 0) + figureOf(file));
  }
  return sums;
}
