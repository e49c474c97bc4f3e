// Shows where a test run spends its time: `vitest run --project integration --reporter=./tools/proofs/time-reporter.ts`.
// Prints a row per file, slowest first: loading its modules, its beforeAll and afterAll hooks, its tests with their
// hooks.
import type { Reporter, TestModule } from 'vitest/node';

const ROWS = 20;

type FileTime = {
  readonly path: string;
  readonly tests: number;
  readonly importMs: number;
  readonly hookMs: number;
  readonly testMs: number;
  readonly slowest: { readonly name: string; readonly ms: number };
};

function timeOf(module: TestModule): FileTime {
  const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    ms: test.diagnostic()?.duration ?? 0,
  }));
  const testMs = tests.reduce((sum, { ms }) => sum + ms, 0);
  const slowest = tests.toSorted((one, other) => other.ms - one.ms)[0] ?? { name: '', ms: 0 };
  return {
    path: module.relativeModuleId,
    tests: tests.length,
    importMs: collectDuration + setupDuration + prepareDuration,
    // Concurrent tests may sum to more than the duration of the file.
    hookMs: Math.max(0, duration - testMs),
    testMs,
    slowest,
  };
}

const totalOf = ({ importMs, hookMs, testMs }: FileTime) => importMs + hookMs + testMs;
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

// Vitest uses the default export of a reporter file.
export default class TimeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(timeOf).toSorted((one, other) => totalOf(other) - totalOf(one));
    const sum = (part: (time: FileTime) => number) => seconds(times.reduce((all, time) => all + part(time), 0));
    const lines = times
      .slice(0, ROWS)
      .map(
        (time) =>
          `| ${time.path} | ${time.tests} | ${seconds(totalOf(time))} | ${seconds(time.importMs)} | ${seconds(time.hookMs)} | ${seconds(time.testMs)} | ${seconds(time.slowest.ms)} ${time.slowest.name.slice(0, 80)} |`,
      );
    console.log(
      [
        '| File | Tests | Seconds | Import | File hooks | Tests | Slowest test |',
        '|---|---|---|---|---|---|---|',
        ...lines,
        `| all ${times.length} files | ${times.reduce((all, { tests }) => all + tests, 0)} | ${sum(totalOf)} | ${sum((time) => time.importMs)} | ${sum((time) => time.hookMs)} | ${sum((time) => time.testMs)} | |`,
      ].join('\n'),
    );
  }
}
