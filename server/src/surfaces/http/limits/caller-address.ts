// The address of a caller before the framework has a request; equal to its `request.ip`: the rightmost address of
// X-Forwarded-For that belongs to no trusted proxy.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

type IsTrusted = (address: string) => boolean;

/** `ranges`: addresses and ranges in the form of TRUSTED_PROXIES. */
export function trustedBy(ranges: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return (address) => isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = trustedBy(trustedProxies);
  return ({ socket, headers }) => {
    let address = socket.remoteAddress ?? '';
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return address;
    // From the nearest to the farthest.
    for (const next of forwarded.split(',').toReversed()) {
      if (!isTrusted(address)) break;
      address = next.trim() || address;
    }
    return address;
  };
}
