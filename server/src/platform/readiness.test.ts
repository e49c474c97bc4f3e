import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from './database/database.ts';
import { createReadiness } from './readiness.ts';

/** Accepts connections and never answers, like a database whose host is frozen. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a database that does not answer makes the process unready within the time-out, and concurrent probes share one query', async () => {
  const server = await silentServer();
  const db = openDatabase(`postgres://nobody@127.0.0.1:${server.port}/nothing`, {
    poolMax: 8,
    onIdleError: () => undefined,
  });
  const bus = { isConnected: () => true };
  const readiness = createReadiness({ db, bus, roles: ['api'], isEnding: () => false, timeoutMs: 50 });
  const answers = await Promise.all([readiness.ask(), readiness.ask(), readiness.ask()]);
  const reason = 'the database did not answer within 50 ms';
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ ready: false, reason })));
  expect(server.connections()).toBeLessThanOrEqual(1);
  server.close();
  await db.close();
});
