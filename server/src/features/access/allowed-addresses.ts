// Addresses that a key may be used from. An IPv4-mapped IPv6 address (::ffff:192.0.2.1) equals its IPv4 address, in the
// list and in a request, so the server may listen on either family.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAPPED_BITS = 96;

/** Normalizes an address or a range; undefined for other texts. Keeps the bits beyond the prefix. */
export function parseNetwork(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
  const bits = family === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return undefined;
  const plain = plainAddress(address);
  if (family === 6 && plain.kind() === 'ipv4' && length >= MAPPED_BITS)
    return `${plain.toString()}/${length - MAPPED_BITS}`;
  return `${address}/${length}`;
}

/** An empty list allows every address; an unreadable address is in no list. */
export function isAllowed(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 0) return false;
  const caller = plainAddress(bare);
  return allowed.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === caller.kind() && caller.match(network, bits);
  });
}

/** Normalized by URL first: `ipaddr.js` would read the IPv6 address `::192.0.2.1` as IPv4. */
function plainAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(isIP(text) === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
}
