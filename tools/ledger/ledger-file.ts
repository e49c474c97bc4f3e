// The ledger: CPU seconds of every test file and of every step of CI, as of the last run that wrote them. Text with
// tabs, one row per line, so that a change shows in a diff.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const LEDGER_FILE = fileURLToPath(new URL('ledger.tsv', import.meta.url));

/** CPU seconds by the program that used them. */
export type Cpu = {
  readonly node: number;
  readonly postgres: number;
  readonly nats: number;
  readonly chromium: number;
};
export type LedgerRow = {
  readonly kind: 'file' | 'step';
  readonly name: string;
  readonly tests: number;
  readonly cpu: Cpu;
};

export const totalOf = ({ cpu }: Pick<LedgerRow, 'cpu'>): number => cpu.node + cpu.postgres + cpu.nats + cpu.chromium;

const HEAD = ['kind', 'name', 'tests', 'node', 'postgres', 'nats', 'chromium'].join('\t');
const DIGITS = 2;

export function parseLedger(text: string): LedgerRow[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== HEAD) throw new Error(`the ledger begins with "${head}", not with "${HEAD}"`);
  return lines.map((line) => {
    const [kind, name, ...figures] = line.split('\t');
    const [tests, node, postgres, nats, chromium] = figures.map(Number);
    if ((kind !== 'file' && kind !== 'step') || name === undefined || figures.length !== 5 || figures.some(isNoNumber))
      throw new Error(`the ledger has an invalid row: ${line}`);
    return {
      kind,
      name,
      tests: tests ?? 0,
      cpu: { node: node ?? 0, postgres: postgres ?? 0, nats: nats ?? 0, chromium: chromium ?? 0 },
    };
  });
}

const isNoNumber = (figure: string) => figure === '' || !Number.isFinite(Number(figure));

export function formatLedger(rows: readonly LedgerRow[]): string {
  const key = ({ kind, name }: LedgerRow) => `${kind} ${name}`;
  const lines = rows
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(({ kind, name, tests, cpu }) =>
      [kind, name, tests, ...[cpu.node, cpu.postgres, cpu.nats, cpu.chromium].map((part) => part.toFixed(DIGITS))].join(
        '\t',
      ),
    );
  return `${[HEAD, ...lines].join('\n')}\n`;
}

export function readLedger(path = LEDGER_FILE): LedgerRow[] {
  return existsSync(path) ? parseLedger(readFileSync(path, 'utf8')) : [];
}

/** Replaces the rows with the same names and drops those of files that no longer exist. */
export function updateLedger(rows: readonly LedgerRow[], path = LEDGER_FILE): void {
  const written = new Set(rows.map(({ kind, name }) => `${kind} ${name}`));
  const kept = readLedger(path).filter(
    ({ kind, name }) => !written.has(`${kind} ${name}`) && (kind === 'step' || existsSync(name)),
  );
  writeFileSync(path, formatLedger([...kept, ...rows]));
}
