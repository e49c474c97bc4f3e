// submit_sm per second over loopback, server and client in one process each: this SMPP session compared with npm
// `smpp`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReadyChild } from './harness/child-process.ts';
import { numberAt } from './harness/json.ts';

const PEER = fileURLToPath(new URL('./references/smpp-peer.ts', import.meta.url));

export type SmppSpeed = {
  ownRuns: number[];
  npmRuns: number[];
  /** CPU time of client and server per submit. */
  ownMicros: number[];
  npmMicros: number[];
};
type Run = { readonly perSecond: number; readonly micros: number };

/** The two alternate, so that other load slows both. */
export async function measureSmppSpeed(rounds: number, loadMs: number): Promise<SmppSpeed> {
  const own: Run[] = [];
  const npm: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await runOnce('own', loadMs));
    npm.push(await runOnce('npm', loadMs));
  }
  const rates = (runs: readonly Run[]) => runs.map(({ perSecond }) => perSecond);
  const micros = (runs: readonly Run[]) => runs.map((run) => run.micros);
  return { ownRuns: rates(own), npmRuns: rates(npm), ownMicros: micros(own), npmMicros: micros(npm) };
}

async function runOnce(library: 'own' | 'npm', loadMs: number): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'volley-smpp-'));
  const peer = (side: string, ...more: number[]) =>
    startReadyChild({
      name: `${library} ${side}`,
      command: process.execPath,
      args: [PEER, library, side, ...more.map(String)],
      logFile: join(folder, `${side}.log`),
    });
  const server = await peer('server');
  try {
    const client = await peer('client', numberAt(server.ready, 'port'), loadMs, server.child.pid);
    await client.child.exited;
    return {
      perSecond: numberAt(client.ready, 'perSecond'),
      micros: numberAt(client.ready, 'cpuMicrosPerSubmit'),
    };
  } finally {
    await server.child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
