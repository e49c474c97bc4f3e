// CPU seconds of processes, as Linux counts them in /proc. Elsewhere every figure is 0, and nothing is judged.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in ticks of 10 ms to every program. */
const TICKS_PER_SECOND = 100;

export type ProcessCpu = {
  readonly parent: number;
  readonly name: string;
  readonly own: number;
  readonly ended: number;
};

/** `own`: user and system time; `ended`: that of children that have ended and were waited for. */
export function findProcess(pid: number | 'self'): ProcessCpu | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name stands in parentheses and may contain any character.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const ticks = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    parent: Number(fields[1]),
    own: ticks(11),
    ended: ticks(13),
  };
}

/** This process and its ended children. */
export function ownCpuSeconds(): number {
  const found = findProcess('self');
  return found === undefined ? 0 : found.own + found.ended;
}

export type Backend = { readonly pid: number; readonly seconds: number };
export type PostgresServer = {
  readonly pid: number;
  /** The server with its children, running and ended. */
  readonly seconds: number;
  readonly backends: readonly Backend[];
};

/** Every PostgreSQL server of this machine. */
export function findPostgres(): PostgresServer[] {
  const running = processIds().flatMap((pid) => {
    const found = findProcess(pid);
    return found?.name === 'postgres' ? [{ pid, ...found }] : [];
  });
  const ids = new Set(running.map(({ pid }) => pid));
  return running
    .filter(({ parent }) => !ids.has(parent))
    .map(({ pid, own, ended }) => {
      const backends = running
        .filter(({ parent }) => parent === pid)
        .map((each) => ({ pid: each.pid, seconds: each.own }));
      return { pid, backends, seconds: backends.reduce((sum, { seconds }) => sum + seconds, own + ended) };
    });
}

/** A server and its children, running and ended. */
export function serverCpuSeconds(pid: number): number {
  const server = findProcess(pid);
  if (server === undefined) return 0;
  const children = processIds()
    .map(findProcess)
    .filter((found) => found?.parent === pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), server.own + server.ended);
}

/** The command line, which PostgreSQL replaces by a description of the process. */
export function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** All running processes of this name: CPU seconds by process id. */
export function cpuSecondsByName(name: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const id of processIds()) {
    const running = findProcess(id);
    if (running?.name === name) found.set(id, running.own);
  }
  return found;
}

export function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
