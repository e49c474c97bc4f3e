// Writes the CPU seconds of every test file into the ledger, prints the most expensive files and fails the run if a
// folder is over its budget: `vitest run --project integration --reporter=./tools/ledger/ledger-reporter.ts`.
import type { Reporter, TestModule } from 'vitest/node';
import { BackendCpu } from './backend-cpu.ts';
import { findOverruns } from './budgets.ts';
import { BUDGETS } from './folder-budgets.ts';
import { type LedgerRow, readLedger, totalOf, updateLedger } from './ledger-file.ts';
import { MachineSpeed } from './machine-speed.ts';
import { cpuSecondsByName } from './process-cpu.ts';

const ROWS = 40;
/** Part of recorded runs only. */
const RECORDER = 'tools/ci/record/';

// Vitest uses the default export of a reporter file.
export default class LedgerReporter implements Reporter {
  readonly #speed = new MachineSpeed();
  readonly #postgres = new BackendCpu();
  readonly #natsBefore = cpuSecondsByName('nats-server');

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#postgres.stop();
    const factor = this.#speed.end();
    const tests = modules.filter(({ relativeModuleId }) => !relativeModuleId.startsWith(RECORDER));
    const files = tests.map((module) => ({ ...rowOf(module), backends: this.#backendsOf(module) }));
    const rows = withPostgres(files, this.#ownServers(modules), factor);
    const before = readLedger();
    // A file that failed, or of which only some tests ran, has the figures of another piece of work.
    const whole = new Set(modules.filter(isWhole).map(({ relativeModuleId }) => relativeModuleId));
    updateLedger(rows.filter(({ name }) => whole.has(name)));
    console.log(tableOf(rows, factor, this.#natsSeconds()).join('\n'));
    for (const { folder, cpuSeconds, allowed } of findOverruns(rows, before, BUDGETS)) {
      console.log(
        `OVER BUDGET: ${folder} used ${cpuSeconds.toFixed(1)} CPU s, allowed are ${allowed.toFixed(1)} (tools/ledger/folder-budgets.ts)`,
      );
      process.exitCode = 1;
    }
  }

  #backendsOf(module: TestModule): number {
    const { databases = [], startMs = 0, endMs = 0 } = module.meta();
    return databases.reduce((sum, database) => sum + this.#postgres.secondsOf(database, startMs, endMs), 0);
  }

  /** Servers that belong to this run alone. */
  #ownServers(modules: readonly TestModule[]): number {
    const pids = new Set(modules.map(({ project }) => project.getProvidedContext().quickServerPid));
    return [...pids].reduce(
      (sum: number, pid) => sum + (pid === undefined ? 0 : this.#postgres.secondsOfServer(pid)),
      0,
    );
  }

  #natsSeconds(): number {
    const now = cpuSecondsByName('nats-server');
    return [...now].reduce((sum, [pid, seconds]) => sum + seconds - (this.#natsBefore.get(pid) ?? 0), 0);
  }
}

function isWhole(module: TestModule): boolean {
  const isSkipped = process.argv.some((word) => /^(-t|--testNamePattern)/.test(word));
  return module.ok() && module.meta().cpuSeconds !== undefined && !isSkipped;
}

function rowOf(module: TestModule): LedgerRow {
  return {
    kind: 'file',
    name: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    cpu: { node: module.meta().cpuSeconds ?? 0, postgres: 0, nats: 0, chromium: 0 },
  };
}

type Counted = LedgerRow & { readonly backends: number };

/** Copies of the template and the writers of the server belong to no file: the files share them by use. */
function withPostgres(files: readonly Counted[], total: number, factor: number): LedgerRow[] {
  const counted = files.reduce((sum, { backends }) => sum + backends, 0);
  const share = counted === 0 ? 0 : Math.max(total, counted) / counted;
  return files.map(({ backends, cpu, ...row }) => ({
    ...row,
    cpu: { ...cpu, node: cpu.node / factor, postgres: (backends * share) / factor },
  }));
}

function tableOf(rows: readonly LedgerRow[], factor: number, natsSeconds: number): string[] {
  const sum = (part: (row: LedgerRow) => number) => rows.reduce((all, row) => all + part(row), 0);
  const line = (name: string, row: Pick<LedgerRow, 'tests' | 'cpu'>) =>
    `| ${name} | ${row.tests} | ${totalOf(row).toFixed(1)} | ${row.cpu.node.toFixed(1)} | ${row.cpu.postgres.toFixed(1)} |`;
  const all = {
    tests: sum(({ tests }) => tests),
    cpu: { node: sum(({ cpu }) => cpu.node), postgres: sum(({ cpu }) => cpu.postgres), nats: 0, chromium: 0 },
  };
  return [
    '| File | Tests | CPU s | Node | PostgreSQL |',
    '|---|---|---|---|---|',
    ...rows
      .toSorted((a, b) => totalOf(b) - totalOf(a))
      .slice(0, ROWS)
      .map((row) => line(row.name, row)),
    line(`all ${rows.length} files`, all),
    `NATS: ${(natsSeconds / factor).toFixed(1)} CPU s. Figures are those of the reference machine; this one needs ${factor.toFixed(2)} times as many.`,
  ];
}
