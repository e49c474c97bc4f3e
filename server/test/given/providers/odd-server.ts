// A server that gives one answer, whatever it is asked.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type OddServer = { readonly url: string; close(): void };

/** Gives every request this answer. */
export async function answerAlways(status: number, body: string): Promise<OddServer> {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
