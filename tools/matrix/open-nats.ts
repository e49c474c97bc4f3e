// NATS with JetStream of a Debian root: one server, or a cluster of three on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Child } from '@volley/bench/harness/child-process.ts';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import type { OpenServer } from './open-server.ts';
import { programIn, runRooted, startRooted } from './rooted-program.ts';

export type OpenNats = OpenServer & {
  /** Ends one server of a cluster for good. */
  readonly loseOne: () => Promise<void>;
};

const READY_MS = 120_000;

export async function openNats(root: string, nodes: 1 | 3): Promise<OpenNats> {
  const ports = await Promise.all(Array.from({ length: nodes }, freePort));
  const routes = await Promise.all(ports.map(freePort));
  const children: Child[] = [];
  const folders: string[] = [];
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const at of ports.keys()) {
      const folder = mkdtempSync(join(tmpdir(), 'matrix-nats-'));
      folders.push(folder);
      const program = programIn(root, 'usr/sbin/nats-server');
      const isOld = /v2\.[0-9]\./.test(await runRooted({ root, folder }, [program, '--version']));
      writeFileSync(join(folder, 'nats.conf'), configuration({ ports, routes, at, isOld }));
      children.push(await startRooted({ root, folder }, [program, '-c', '/data/nats.conf']));
    }
    const url = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
    const version = await waitFor('JetStream', () => versionOf(url), { timeoutMs: READY_MS, everyMs: 300 });
    const loseOne = async () => {
      await children.at(-1)?.stop();
    };
    return { url, version, loseOne, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Node = {
  readonly ports: readonly number[];
  readonly routes: readonly number[];
  readonly at: number;
  /** Before 2.10: without `sync_interval`. */
  readonly isOld: boolean;
};

/** As the handbook says. */
function configuration({ ports, routes, at, isOld }: Node): string {
  const lines = [
    `server_name: matrix-${at + 1}`,
    `listen: 127.0.0.1:${ports[at]}`,
    `jetstream { store_dir: /data/store${isOld ? '' : ', sync_interval: always'} }`,
  ];
  if (ports.length > 1) {
    const others = routes.map((port) => `nats://127.0.0.1:${port}`).join(', ');
    lines.push(`cluster { name: matrix, listen: 127.0.0.1:${routes[at]}, routes: [${others}] }`);
  }
  return `${lines.join('\n')}\n`;
}

/** Answers when JetStream does: a cluster must have elected its leader. */
async function versionOf(url: string): Promise<string> {
  const connection = await connect({ servers: url.split(','), timeout: 2_000, reconnect: false });
  try {
    await (await jetstreamManager(connection, { timeout: 2_000 })).getAccountInfo();
    return connection.info?.version ?? '';
  } finally {
    await connection.close();
  }
}
