// All roles in one process that is replaced when its sources change. The new process starts while the old one ends, so
// an edit costs the time of one start. Whoever asks for the address meanwhile waits for the new process.
import { openSync, readSync } from 'node:fs';
import { roles } from '@volley/bench/stand/server-program.ts';
import type { Stand } from '@volley/bench/stand/stand.ts';

export type LiveServer = {
  /** Address of the process of the newest sources; fails with the reason when it does not start. */
  url(): Promise<string>;
  /** The sources have changed. */
  replace(change: { readonly needsMigration: boolean }): void;
};

const GRACE_MS = 3_000;
const FOLLOW_MS = 300;

export function liveServer(stand: Stand, say: (text: string) => void): LiveServer {
  let current = start();
  let edits = 0;
  let isStarting = false;
  let needsMigration = false;

  async function start(): Promise<string> {
    const started = await stand.startRoles(roles);
    follow(started.logFile);
    if (started.url === undefined) throw new Error('the API has no address');
    return started.url;
  }

  /** Edits that come while a process starts are for the one after it. */
  async function startNewest(): Promise<string> {
    for (;;) {
      const seen = edits;
      const startedAt = performance.now();
      for (const old of stand.processes.filter((child) => child.isRunning())) void old.stop(GRACE_MS);
      const outcome = await migrate()
        .then(start)
        .catch((error: unknown) => asError(error));
      if (edits !== seen) continue;
      isStarting = false;
      if (outcome instanceof Error) {
        say(`the server does not start:\n${outcome.message}`);
        throw outcome;
      }
      say(`restarted in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
      return outcome;
    }
  }

  async function migrate(): Promise<void> {
    if (!needsMigration) return;
    needsMigration = false;
    await stand.migrate();
  }

  return {
    url: () => current,
    replace: (change) => {
      edits += 1;
      needsMigration ||= change.needsMigration;
      if (isStarting) return;
      isStarting = true;
      current = startNewest();
      // Each request that waits for it gets the reason; without any, it has been said already.
      current.catch(() => undefined);
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Shows what a process logs from now on. */
function follow(logFile: string): void {
  const file = openSync(logFile, 'r');
  const piece = Buffer.alloc(65_536);
  const show = () => {
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece))
      process.stderr.write(piece.subarray(0, bytes));
  };
  setInterval(show, FOLLOW_MS).unref();
}
