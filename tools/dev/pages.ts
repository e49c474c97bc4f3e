// The development server of the console: compiles a page on request and pushes edits to open pages.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accepts } from '@volley/bench/harness/accepts.ts';
import { startChild } from '@volley/bench/harness/child-process.ts';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));
const READY_MS = 60_000;

export type Pages = { readonly url: string; stop(): Promise<unknown> };

export async function startPages(logFolder: string): Promise<Pages> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const port = await freePort();
  const child = await startChild({
    name: 'pages',
    command: process.execPath,
    args: [program, WEB, '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    logFile: join(logFolder, 'pages.log'),
  });
  await waitFor('the pages of the console', () => accepts(port), { timeoutMs: READY_MS });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.stop() };
}
