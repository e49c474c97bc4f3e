import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port nobody listened on a moment ago. */
export const freePort = (): Promise<number> => listenOnce(0);

/** Below the ports that systems lend to outgoing connections: one of those could take it while its server is down. */
const LASTING = { low: 12_000, high: 32_000 };

/** A free port for a server that will be killed and must come back at the same address. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = LASTING.low + Math.floor(Math.random() * (LASTING.high - LASTING.low));
    try {
      return await listenOnce(port);
    } catch {
      // Taken; another one is drawn.
    }
  }
}

async function listenOnce(wanted: number): Promise<number> {
  const server = createServer();
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
