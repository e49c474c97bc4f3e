// `volley listen` in its own process, and the server on this machine that it forwards to.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../../cli/src/cli.ts', import.meta.url));

export type Listener = {
  /** Printed lines of both outputs. */
  readonly lines: readonly string[];
  /** Events that arrived at the server. */
  readonly events: readonly string[];
  close(): Promise<void>;
};

export async function startListening(): Promise<Listener> {
  const { baseUrl, keys } = inject('demo');
  const lines: string[] = [];
  const events: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      events.push(...[...body.matchAll(/"callback_event":"(\w+)"/g)].map(([, event]) => event ?? ''));
      response.end('{"ok":true}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [PROGRAM, 'listen', '--forward-to', `http://127.0.0.1:${port}/hook`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, VOLLEY_API: baseUrl, VOLLEY_KEY: keys.MESSAGES, NO_COLOR: '1' },
  });
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => lines.push(line));
  return {
    lines,
    events,
    close: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
      server.close();
      server.closeAllConnections();
    },
  };
}
