import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port without a listener a moment ago. */
export const freePort = (): Promise<number> => listenOnce(0);

/** Below the ephemeral ports: an outgoing connection could take one of those while its server is down. */
const LASTING = { low: 12_000, high: 32_000 };

/** A free port for a server that will be killed and restarted at the same address. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = LASTING.low + Math.floor(Math.random() * (LASTING.high - LASTING.low));
    try {
      return await listenOnce(port);
    } catch {
      // In use; draw another port.
    }
  }
}

async function listenOnce(wanted: number): Promise<number> {
  const server = createServer();
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
