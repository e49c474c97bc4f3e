// A name server on loopback that behaves like an attacker's: it counts the queries for a name and may answer each
// differently. Its answers have TTL 0.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';

/** The answer to the n-th query for a name, counted from 0: addresses, or another name. */
export type Zone = Readonly<Record<string, (asked: number) => readonly string[] | { readonly alias: string }>>;

export type NameServer = {
  /** Resolves all addresses of a name with this server only. */
  resolve(name: string): Promise<readonly string[]>;
  /** The number of queries for a name. */
  asked(name: string): number;
  close(): Promise<void>;
};

const TYPE = { A: 1, CNAME: 5, AAAA: 28 } as const;
const HEADER_BYTES = 12;

export async function givenNameServer(zone: Zone): Promise<NameServer> {
  const counts = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    const { name, type, end } = readQuestion(question);
    // The A query and the AAAA query of one lookup count once.
    const key = `${name} ${type}`;
    const asked = counts.get(key) ?? 0;
    counts.set(key, asked + 1);
    socket.send(replyTo(question.subarray(0, end), answersOf(zone, name, type, asked)), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  // A socket that is bound to a port has an AddressInfo.
  const { port } = socket.address() as AddressInfo;
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return {
    resolve: async (name) => {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    },
    asked: (name) => counts.get(`${name} ${TYPE.A}`) ?? 0,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

type Answer = { readonly owner: string; readonly type: number; readonly bytes: Buffer };

function answersOf(zone: Zone, name: string, type: number, asked: number): Answer[] {
  const said = zone[name]?.(asked) ?? [];
  if ('alias' in said)
    return [
      { owner: name, type: TYPE.CNAME, bytes: nameBytes(said.alias) },
      ...answersOf(zone, said.alias, type, asked),
    ];
  return said
    .filter((address) => (address.includes(':') ? TYPE.AAAA : TYPE.A) === type)
    .map((address) => ({ owner: name, type, bytes: addressBytes(address) }));
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function replyTo(question: Buffer, answers: readonly Answer[]): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8580, 2); // flags: an authoritative answer
  header.writeUInt16BE(answers.length, 6);
  header.fill(0, 8); // no records besides the answers
  const records = answers.map(({ owner, type, bytes }) => {
    const head = Buffer.alloc(10);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(1, 2); // class IN
    head.writeUInt16BE(bytes.length, 8); // the four bytes before are the TTL, 0
    return Buffer.concat([nameBytes(owner), head, bytes]);
  });
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...records]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function addressBytes(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
