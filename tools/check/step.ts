// A check of `npm run check`: a command that can also be run alone.
import { spawn } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Step = {
  readonly name: string;
  /** `node`, or a program in node_modules/.bin. */
  readonly command: string;
  readonly args: readonly string[];
  /** Approximate CPU seconds: the longest step starts first. */
  readonly seconds: number;
  /** Whether the result may depend on this file; paths are relative to the root. */
  readonly reads: (path: string) => boolean;
  /**
   * The step for a few changed files, where it passed over all others. Its result may miss faults that a changed file
   * causes in lint of its importers: CI runs the whole step.
   */
  readonly narrowed?: (changed: readonly string[]) => Pick<Step, 'command' | 'args'>;
  /** The result also depends on the commits, so it is never cached. */
  readonly readsHistory?: true;
};

export type Verdict = { readonly ok: boolean; readonly output: string };

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAMS = join(ROOT, 'node_modules/.bin');
const MEBIBYTE = 1024 ** 2;
const GO_MEMORY_MAX = 3 * 1024;

export const programOf = ({ command }: Step): string =>
  command === 'node' ? process.execPath : join(PROGRAMS, command);

/** Runs a step to its end. A missing program or an end by a signal is a failure. */
export function runStep(step: Step): Promise<Verdict> {
  return new Promise((resolve) => {
    const child = spawn(programOf(step), step.args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.once('close', (code, signal) => {
      const reason = signal === null ? '' : `${step.command} was killed by ${signal}\n`;
      resolve({ ok: code === 0, output: `${output}${reason}` });
    });
  });
}

/**
 * The type checker is a Go program. Each of its threads has its own state and repeats most of the work, so it gets few
 * threads. Its garbage collector costs a quarter of the time, so it runs only when memory is short.
 */
function environment(): NodeJS.ProcessEnv {
  const memory = Math.min(GO_MEMORY_MAX, Math.floor(totalmem() / MEBIBYTE / 4));
  return {
    GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 4))),
    GOGC: 'off',
    GOMEMLIMIT: `${memory}MiB`,
    ...process.env,
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    PATH: `${PROGRAMS}${delimiter}${process.env['PATH'] ?? ''}`,
  };
}
