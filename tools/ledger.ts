// `npm run ledger`: prints the recorded CPU seconds of the steps of CI, of the folders of tests beside their budgets,
// and of the most expensive files. `-- --sample` runs the fixed sample of integration tests and prints its CPU seconds:
// the figure to compare before and after a change of the harness.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { folderOf } from './ledger/budgets.ts';
import { BUDGETS } from './ledger/folder-budgets.ts';
import { type LedgerRow, readLedger, totalOf } from './ledger/ledger-file.ts';

/** Forty files, drawn once: the first by the SHA-256 of `28` and their path. */
const SAMPLE = new URL('ledger/sample.txt', import.meta.url);
const DEAREST = 40;

const { values } = parseArgs({ options: { sample: { type: 'boolean', default: false } } });
if (values.sample) process.exitCode = runSample();
else console.log(report(readLedger()).join('\n'));

function runSample(): number {
  const listed = readFileSync(SAMPLE, 'utf8').trimEnd().split('\n');
  const files = listed.filter((file) => existsSync(file));
  const gone = listed.length - files.length;
  if (gone > 0) console.log(`${gone} of ${listed.length} files no longer exist`);
  const args = ['run', '--project', 'integration', '--reporter=dot', '--reporter=./tools/ledger/ledger-reporter.ts'];
  return spawnSync('vitest', [...args, ...files], { stdio: 'inherit' }).status ?? 1;
}

function report(rows: readonly LedgerRow[]): string[] {
  const files = rows.filter(({ kind }) => kind === 'file').toSorted((a, b) => totalOf(b) - totalOf(a));
  const spent = new Map<string, number>();
  for (const file of files) {
    const folder = folderOf(file.name, BUDGETS);
    spent.set(folder, (spent.get(folder) ?? 0) + totalOf(file));
  }
  const budget = (folder: string) => BUDGETS.find((each) => each.folder === folder)?.cpuSeconds ?? 0;
  return [
    'CPU s  step',
    ...rows.filter(({ kind }) => kind === 'step').map((row) => `${figure(totalOf(row))}  ${row.name}`),
    'CPU s  budget  folder',
    ...[...spent]
      .toSorted(([, a], [, b]) => b - a)
      .map(([folder, seconds]) => `${figure(seconds)}  ${figure(budget(folder))}  ${folder}`),
    'CPU s  file',
    ...files.slice(0, DEAREST).map((row) => `${figure(totalOf(row))}  ${row.name}`),
  ];
}

function figure(seconds: number): string {
  return seconds.toFixed(1).padStart(6);
}
