// Callback receivers of the demo: one that accepts callbacks, one that fails.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Receivers = {
  readonly healthyUrl: string;
  readonly failingUrl: string;
  /** Callbacks accepted by the healthy receiver at this path. */
  taken(path: string): number;
  close(): Promise<void>;
};

export async function openReceivers(): Promise<Receivers> {
  const taken = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    request.resume().on('end', () => {
      const broken = path.startsWith('/crm');
      if (!broken) taken.set(path, (taken.get(path) ?? 0) + 1);
      response.writeHead(broken ? 503 : 200, { 'content-type': 'application/json' });
      response.end(broken ? '{"error":"the CRM is being updated"}' : '{"ok":true}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    healthyUrl: `http://127.0.0.1:${port}/hooks`,
    failingUrl: `http://127.0.0.1:${port}/crm/messages`,
    taken: (path) => taken.get(path) ?? 0,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
