// A child process that reports readiness as JSON on its first line of output. Its further output goes to a log file,
// whose tail is shown on failure. Children still alive when this process exits are ended with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { SILENCE_MS, START_MAX_MS, signOfLife } from './sign-of-life.ts';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Child = {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the process is gone; never rejects. */
  readonly exited: Promise<Exit>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** SIGTERM, then SIGKILL after the grace period. */
  stop(graceMs?: number): Promise<Exit>;
};

export type ChildOptions = {
  name: string;
  command: string;
  args: readonly string[];
  logFile: string;
  env?: Readonly<Record<string, string>>;
  /** Ctrl-C on the terminal does not reach the child: this process ends it in order. */
  isDetached?: boolean;
  /** For children that wait for a server without a line: how long they may. */
  silenceMs?: number;
};

const GRACE_MS = 15_000;
const LOOK_MS = 1_000;
const TAIL_CHARACTERS = 4_000;

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});
// A bare signal would end this process without the exit event and leave the children running.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(1);
  });
}

/** Starts a process without waiting for readiness. */
export async function startChild(options: ChildOptions): Promise<Child> {
  return watch(options, spawnInto(options, 'ignore'));
}

/** Starts a process and waits for its JSON line; a process with other output, or none in time, is ended. */
export async function startReadyChild(
  options: ChildOptions,
  onSpawned?: (child: Child) => void,
): Promise<{ child: Child; ready: unknown }> {
  const process_ = spawnInto(options, 'pipe');
  const child = await watch(options, process_);
  onSpawned?.(child);
  const watched = endWhenSilent(child, options.silenceMs ?? SILENCE_MS);
  try {
    return { child, ready: await firstJson(options, process_, child) };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearInterval(watched);
  }
}

/** Ends a start that hangs; see sign-of-life.ts. */
function endWhenSilent(child: Child, silenceMs: number): NodeJS.Timeout {
  const startMs = performance.now();
  let [last, movedAt] = [signOfLife(child), startMs];
  return setInterval(() => {
    const [now, nowMs] = [signOfLife(child), performance.now()];
    if (now !== last) [last, movedAt] = [now, nowMs];
    if (nowMs - movedAt > silenceMs || nowMs - startMs > START_MAX_MS) child.kill('SIGKILL');
  }, LOOK_MS);
}

/** Runs a process to its end and returns its standard output; throws unless the exit code is 0. */
export async function runChild(options: ChildOptions): Promise<string> {
  const process_ = spawnInto(options, 'pipe');
  let output = '';
  process_.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const child = await watch(options, process_);
  const { code, signal } = await child.exited;
  if (code !== 0) throw new Error(`${options.name} ended with ${code ?? signal}:\n${logTail(options.logFile)}`);
  return output;
}

function spawnInto({ command, args, logFile, env, isDetached }: ChildOptions, stdout: 'pipe' | 'ignore'): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout === 'pipe' ? 'pipe' : log, log],
    detached: isDetached === true,
  });
  closeSync(log);
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return child;
}

async function watch({ name, logFile }: ChildOptions, child: ChildProcess): Promise<Child> {
  const exited = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} could not be spawned: no process id`);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    pid,
    logFile,
    exited,
    isRunning,
    kill: (signal) => {
      child.kill(signal);
    },
    stop: async (graceMs = GRACE_MS) => {
      if (!isRunning()) return exited;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      const exit = await exited;
      clearTimeout(timer);
      return exit;
    },
  };
}

async function firstJson({ name, logFile }: ChildOptions, process_: ChildProcess, child: Child): Promise<unknown> {
  if (process_.stdout === null) throw new Error(`${name} has no standard output`);
  const lines = createInterface({ input: process_.stdout });
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve);
    void child.exited.then(() => resolve(undefined));
  });
  if (line === undefined) throw new Error(`${name} ended before it was ready:\n${logTail(logFile)}`);
  return JSON.parse(line);
}

export function logTail(logFile: string): string {
  return readFileSync(logFile, 'utf8').slice(-TAIL_CHARACTERS);
}
