// All roles in one process that is replaced when its sources change. The new process starts while the old one ends, so
// an edit costs the time of one start. Callers of `url()` wait for the new process meanwhile.
import { openSync, readSync } from 'node:fs';
import type { Harness } from '@volley/bench/harness/harness.ts';
import { roles } from '@volley/bench/harness/server-program.ts';

export type LiveServer = {
  /** Address of the process with the latest sources; rejects with the reason if it does not start. */
  url(): Promise<string>;
  /** Call it when sources have changed. */
  replace(change: { readonly needsMigration: boolean }): void;
};

const GRACE_MS = 3_000;
const FOLLOW_MS = 300;

export function liveServer(harness: Harness, say: (text: string) => void): LiveServer {
  let current = start();
  let edits = 0;
  let isStarting = false;
  let needsMigration = false;

  async function start(): Promise<string> {
    const started = await harness.startRoles(roles);
    follow(started.logFile);
    if (started.url === undefined) throw new Error('the API process reported no address');
    return started.url;
  }

  /** Edits during a start are left to the next start. */
  async function startNewest(): Promise<string> {
    for (;;) {
      const seen = edits;
      const startedAt = performance.now();
      for (const old of harness.processes.filter((child) => child.isRunning())) void old.stop(GRACE_MS);
      const outcome = await migrate()
        .then(start)
        .catch((error: unknown) => asError(error));
      if (edits !== seen) continue;
      isStarting = false;
      if (outcome instanceof Error) {
        say(`the server failed to start:\n${outcome.message}`);
        throw outcome;
      }
      say(`restarted in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
      return outcome;
    }
  }

  async function migrate(): Promise<void> {
    if (!needsMigration) return;
    needsMigration = false;
    await harness.migrate();
  }

  return {
    url: () => current,
    replace: (change) => {
      edits += 1;
      needsMigration ||= change.needsMigration;
      if (isStarting) return;
      isStarting = true;
      current = startNewest();
      // Waiting requests get the reason; it has been printed already.
      current.catch(() => undefined);
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Prints the log of a process from now on. */
function follow(logFile: string): void {
  const file = openSync(logFile, 'r');
  const piece = Buffer.alloc(65_536);
  const show = () => {
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece))
      process.stderr.write(piece.subarray(0, bytes));
  };
  setInterval(show, FOLLOW_MS).unref();
}
