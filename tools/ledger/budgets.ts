// Budgets of test folders in CPU seconds of the reference machine. A folder more than 20 % over its budget fails the
// run. Raising a budget is a line here, with its reason beside it.
import { type LedgerRow, totalOf } from './ledger-file.ts';

export type Budget = { readonly folder: string; readonly cpuSeconds: number; readonly reason?: string };

const TOLERANCE = 1.2;
/** Counts of small folders vary by more than 20 % from run to run. */
const TOLERANCE_SECONDS = 10;

export type Overrun = { readonly folder: string; readonly cpuSeconds: number; readonly allowed: number };

/**
 * Judges the files that ran. A run of some files of a folder has the part of the budget that these files used in the
 * ledger; a file without a row, such as a new one, has none, so that it must fit into the tolerance.
 */
export function findOverruns(
  ran: readonly LedgerRow[],
  ledger: readonly LedgerRow[],
  budgets: readonly Budget[],
): Overrun[] {
  const known = new Map(ledger.map((row) => [row.name, totalOf(row)]));
  const spent = sumByFolder(ran, totalOf, budgets);
  const usual = sumByFolder(ran, ({ name }) => known.get(name) ?? 0, budgets);
  const all = sumByFolder(ledger, totalOf, budgets);
  return [...spent].flatMap(([folder, cpuSeconds]) => {
    const budget = budgets.find((each) => each.folder === folder)?.cpuSeconds ?? 0;
    const share = (all.get(folder) ?? 0) === 0 ? 1 : (usual.get(folder) ?? 0) / (all.get(folder) ?? 1);
    const allowed = Math.max(budget * share * TOLERANCE, budget * share + TOLERANCE_SECONDS);
    return cpuSeconds > allowed ? [{ folder, cpuSeconds, allowed }] : [];
  });
}

/** The budget with the longest matching path; a folder without one has a budget of zero. */
export function folderOf(file: string, budgets: readonly Budget[]): string {
  const matching = budgets.filter(({ folder }) => file.startsWith(`${folder}/`));
  return (
    matching.toSorted((a, b) => b.folder.length - a.folder.length)[0]?.folder ?? file.slice(0, file.lastIndexOf('/'))
  );
}

function sumByFolder(
  rows: readonly LedgerRow[],
  figure: (row: LedgerRow) => number,
  budgets: readonly Budget[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows.filter(({ kind }) => kind === 'file')) {
    const folder = folderOf(row.name, budgets);
    sums.set(folder, (sums.get(folder) ?? 0) + figure(row));
  }
  return sums;
}
