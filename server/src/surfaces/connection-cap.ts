// No single address may hold more than its share of the server's connections. Proxies we trust stand for many
// callers and are not counted.

import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import { addressBlock } from '@volley/domain/address-block.ts';
import { endWith, TOO_MANY_CONNECTIONS } from './beneath-http.ts';

const CONNECTIONS_PER_ADDRESS = 50;

export function capConnections(server: Server, trustedProxies: readonly string[]): void {
  const proxies = blockList(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const key = addressBlock(address);
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
    if (count > CONNECTIONS_PER_ADDRESS) endWith(socket, TOO_MANY_CONNECTIONS);
  });
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
