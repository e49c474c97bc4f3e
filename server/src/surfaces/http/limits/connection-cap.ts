// Limits the connections per address and in total. A connection is in use from authentication, or from a complete
// request, until the answer is sent. At the limit the longest idle connection is closed, connections that were never
// used first: one of the same address, or of the address with the most connections when the server is full. Trusted
// proxies represent many callers: their connections are neither counted nor closed.

import type { Server, Socket } from 'node:net';
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { endWith, TOO_MANY_CONNECTIONS } from '../beneath-http.ts';
import { trustedBy } from './caller-address.ts';

export type ConnectionLimits = {
  readonly perAddress: number;
  readonly total: number;
  /** For this time after its start or its last answer a connection is not closed: a request may be in flight. */
  readonly restMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = { perAddress: 50, total: 2_000, restMs: 2_000 };

const inUse = new WeakSet<Socket>();
const wasInUse = new WeakSet<Socket>();
const restingSinceMs = new WeakMap<Socket, number>();

/** The connection is in use until `releaseConnection`. */
export function useConnection(socket: Socket): void {
  inUse.add(socket);
  wasInUse.add(socket);
}

export function releaseConnection(socket: Socket): void {
  inUse.delete(socket);
  restingSinceMs.set(socket, performance.now());
  socket.emit('released');
}

export function capConnections(server: Server, trustedProxies: readonly string[], limits = CONNECTION_LIMITS): void {
  const isProxy = trustedBy(trustedProxies);
  /** Connections per address, the longest idle first. */
  const open = new Map<string, Set<Socket>>();
  let total = 0;
  const forget = (key: string, socket: Socket) => {
    const own = open.get(key);
    if (own?.delete(socket) !== true) return;
    total -= 1;
    if (own.size === 0) open.delete(key);
  };
  const makeRoom = (key: string, own: Set<Socket>): boolean => {
    const idle = longestIdle(own, limits.restMs);
    if (idle === undefined) return false;
    forget(key, idle);
    idle.destroy();
    return true;
  };
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const key = addressBlock(address);
    const own = open.get(key) ?? new Set<Socket>();
    const hasRoom =
      (own.size < limits.perAddress || makeRoom(key, own)) && (total < limits.total || makeRoom(...fullest(open)));
    if (!hasRoom) return endWith(socket, TOO_MANY_CONNECTIONS);
    const places = open.get(key) ?? own;
    places.add(socket);
    restingSinceMs.set(socket, performance.now());
    open.set(key, places);
    total += 1;
    socket.on('released', () => {
      // Moves the connection to the end of the idle ones.
      if (places.delete(socket)) places.add(socket);
    });
    socket.once('close', () => forget(key, socket));
  });
}

function longestIdle(sockets: ReadonlySet<Socket>, restMs: number): Socket | undefined {
  const untilMs = performance.now() - restMs;
  const idle = [...sockets].filter((socket) => !inUse.has(socket) && (restingSinceMs.get(socket) ?? 0) <= untilMs);
  return idle.find((socket) => !wasInUse.has(socket)) ?? idle[0];
}

function fullest(open: ReadonlyMap<string, Set<Socket>>): [string, Set<Socket>] {
  let most: [string, Set<Socket>] = ['', new Set()];
  for (const entry of open) if (entry[1].size > most[1].size) most = entry;
  return most;
}
