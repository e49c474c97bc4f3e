// Targets of forwarded events: only the developer's machine or network by default. Events contain numbers of
// subscribers, and a typing error must not send them to a foreign host.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const own = new BlockList();
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addSubnet('10.0.0.0', 8, 'ipv4');
own.addSubnet('172.16.0.0', 12, 'ipv4');
own.addSubnet('192.168.0.0', 16, 'ipv4');
own.addSubnet('169.254.0.0', 16, 'ipv4');
own.addSubnet('100.64.0.0', 10, 'ipv4');
own.addAddress('::1', 'ipv6');
own.addSubnet('fc00::', 7, 'ipv6');
own.addSubnet('fe80::', 10, 'ipv6');

type Resolve = (name: string) => Promise<readonly string[]>;

const askSystem: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** Accepts `localhost:9000/hook`; undefined if it is not an address. */
export function readTarget(text: string): URL | undefined {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** Whether all addresses of the host belong to this machine or a private network. */
export async function isOwnNetwork({ hostname }: URL, resolve: Resolve = askSystem): Promise<boolean> {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  const addresses = isIP(bare) === 0 ? await resolve(bare).catch(() => []) : [bare];
  return (
    addresses.length > 0 && addresses.every((address) => own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
  );
}
