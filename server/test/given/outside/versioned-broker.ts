// The broker of the run under another version: a relay that changes the version in the greeting of the server.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { NATS_URL } from '../servers.ts';

export type VersionedBroker = { readonly url: string; close(): void };

export async function givenBrokerOfVersion(version: string): Promise<VersionedBroker> {
  const { hostname, port } = new URL(NATS_URL);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const broker = connect({ host: hostname, port: Number(port || 4222) });
    for (const socket of [client, broker]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(broker);
    let greeting = '';
    const greet = (part: Buffer) => {
      greeting += part.toString('latin1');
      if (!greeting.includes('\r\n')) return;
      broker.off('data', greet);
      client.write(greeting.replace(/"version":"[^"]*"/, `"version":"${version}"`), 'latin1');
      broker.pipe(client);
    };
    broker.on('data', greet);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo; // the server listens on a port
  const { username, password } = new URL(NATS_URL);
  const login = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  return {
    url: `nats://${login}127.0.0.1:${own}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
