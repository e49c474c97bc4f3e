// CPU seconds of a step by program. Samples /proc, which knows only running processes, so the shell around the step
// counts all ended ones; whatever the samples do not attribute to a server or a browser is Node.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Cpu } from '../ledger/ledger-file.ts';
import { findProcess, processIds, serverCpuSeconds } from '../ledger/process-cpu.ts';

const EVERY_MS = 500;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'nats:': 4_222, 'postgres:': 5_432, 'postgresql:': 5_432 };

type Program = keyof Cpu;
type Tree = ReadonlyMap<number, number>;

function programOf(name: string): Program {
  if (name === 'postgres') return 'postgres';
  if (name === 'nats-server') return 'nats';
  return /^chrom|^headless_shell/.test(name) ? 'chromium' : 'node';
}

/** Parent of every running process. */
function runningTree(): Tree {
  return new Map(
    processIds().flatMap((pid) => {
      const found = findProcess(pid);
      return found === undefined ? [] : [[pid, found.parent] as const];
    }),
  );
}

export function descendantsOf(root: number, tree: Tree): number[] {
  const children = Map.groupBy(tree.keys(), (pid) => tree.get(pid) ?? 0);
  const found = [root];
  // The list grows while it is read.
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

export type CpuMeter = { end(shellSeconds: number): Cpu };

/** Measures the processes below this one, and the servers of the run. */
export function meterStep(root: number, servers: () => ServerCpu): CpuMeter {
  const before = servers();
  const seen = new Map<number, { readonly program: Program; readonly seconds: number }>();
  const sample = () => {
    const tree = runningTree();
    // A process whose parent ended belongs to the step as before.
    const own = new Set([root, ...seen.keys()].flatMap((pid) => (tree.has(pid) ? descendantsOf(pid, tree) : [])));
    for (const pid of own) {
      const found = findProcess(pid);
      if (found !== undefined) seen.set(pid, { program: programOf(found.name), seconds: found.own });
    }
  };
  const timer = setInterval(sample, EVERY_MS);
  return {
    end: (shellSeconds) => {
      clearInterval(timer);
      const sampled = (program: Program) =>
        [...seen.values()].reduce((sum, each) => sum + (each.program === program ? each.seconds : 0), 0);
      const [postgres, nats, chromium] = [sampled('postgres'), sampled('nats'), sampled('chromium')];
      const spent = spentSince(before, servers());
      return {
        node: Math.max(sampled('node'), shellSeconds - postgres - nats - chromium),
        postgres: postgres + spent('postgres'),
        nats: nats + spent('nats'),
        chromium,
      };
    },
  };
}

export const NO_CPU: Cpu = { node: 0, postgres: 0, nats: 0, chromium: 0 };

/** By process id. */
export type ServerCpu = ReadonlyMap<number, { readonly program: Program; readonly seconds: number }>;

/** A server that started meanwhile belongs to the step that started it. */
export function spentSince(before: ServerCpu, now: ServerCpu): (program: Program) => number {
  return (program) =>
    [...now]
      .filter(([pid, server]) => server.program === program && before.has(pid))
      .reduce((sum, [pid, { seconds }]) => sum + seconds - (before.get(pid)?.seconds ?? seconds), 0);
}

/** The PostgreSQL and NATS servers that listen at these addresses. */
export function serverMeter(addresses: readonly string[]): () => ServerCpu {
  const sockets = listeningSockets(addresses.map(portOf));
  const pids = processIds().filter((pid) => isServer(pid) && socketsOf(pid).some((socket) => sockets.has(socket)));
  return () =>
    new Map(
      pids.map((pid) => [pid, { program: programOf(findProcess(pid)?.name ?? ''), seconds: serverCpuSeconds(pid) }]),
    );
}

function portOf(address: string): number {
  const { protocol, port } = new URL(address);
  return Number(port === '' ? DEFAULT_PORTS[protocol] : port);
}

/** A backend of PostgreSQL has the socket of its server, but not its children. */
function isServer(pid: number): boolean {
  const found = findProcess(pid);
  const program = programOf(found?.name ?? '');
  const isBackend = findProcess(found?.parent ?? 0)?.name === 'postgres';
  return (program === 'postgres' || program === 'nats') && !isBackend;
}

const LISTENING = '0A';

/** Names of sockets as they stand in /proc/<pid>/fd. */
function listeningSockets(ports: readonly number[]): Set<string> {
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readLines(file).map((line) => line.trim().split(/\s+/)),
  );
  return new Set(
    rows
      .filter(
        ([, local = '', , state]) =>
          state === LISTENING && ports.includes(Number.parseInt(local.split(':')[1] ?? '', 16)),
      )
      .map((row) => `socket:[${row[9]}]`),
  );
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

/** None of a process of another user. */
function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
  } catch {
    return [];
  }
}
