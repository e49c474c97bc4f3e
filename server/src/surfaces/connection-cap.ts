// No single address may hold more than its share of the server's connections, and idle ones keep nobody out. A
// connection counts as in use from the moment its caller is known, or its request has come whole, until the answer is
// sent. Where there is no room for a new one, the connection that has waited longest without being in use is closed:
// one of the same address, or of the fullest address when the server itself is full. Those that never were in use go
// first. Proxies we trust stand for many callers: they are not counted by address and never closed.

import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import { addressBlock } from '@volley/domain/address-block.ts';
import { endWith, TOO_MANY_CONNECTIONS } from './beneath-http.ts';

export type ConnectionLimits = {
  readonly perAddress: number;
  readonly total: number;
  /** So long after it came, or after its last answer, a request may be on its way: then it is not closed. */
  readonly restMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = { perAddress: 50, total: 2_000, restMs: 2_000 };

const inUse = new WeakSet<Socket>();
const wasInUse = new WeakSet<Socket>();
const restingSinceMs = new WeakMap<Socket, number>();

/** The connection works for its caller until `releaseConnection`. */
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
  const proxies = blockList(trustedProxies);
  /** Of each address, the one that has waited longest first. */
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
    if (address === undefined || proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
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
      // To the end of those that wait.
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

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list;
}
