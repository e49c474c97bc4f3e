import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports: an outgoing connection could take one of those before, or between, uses by a server. */
const RANGE = { low: 12_000, high: 32_000 };

/** A port without a listener a moment ago, also for a server that will be killed and restarted at the same address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = RANGE.low + Math.floor(Math.random() * (RANGE.high - RANGE.low));
    try {
      await listenOnce(port);
      return port;
    } catch {
      // In use; draw another port.
    }
  }
}

async function listenOnce(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
