// HTTP to addresses that clients configure. An address is checked when the connection is opened, as a literal and after
// resolving, and the connection goes to the checked address. A redirect counts as a failure; proxies of the environment
// are not used. "Forbidden" and "unreachable" look the same to the client, so that callbacks cannot scan ports. The
// status decides: a failure after it does not change the result.
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { buildConnector, type Dispatcher, Pool } from 'undici';

/** `text`: beginning of the response body, as far as it is shown to the client. */
export type PostResult = { readonly ok: boolean; readonly status: number; readonly text: string };

export type OutboundTarget = {
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<PostResult>;
  close(): Promise<void>;
};

export type OutboundRules = {
  readonly allow: readonly string[];
  readonly sourceAddress: string;
  readonly connections: number;
  /** Whether the TLS certificate is verified; default true. */
  readonly tlsChecked?: boolean;
  /** Resolves a name to all its addresses; default: the system resolver. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
};

const CONNECT_TIMEOUT_MS = 5_000;
const WHOLE_TIMEOUT_MS = 10_000;
const TOO_LATE = `no complete answer within ${WHOLE_TIMEOUT_MS} ms`;
const ANSWER_BYTES_MAX = 64 * 1024;
const SHOWN_BYTES_MAX = 8 * 1024;
const HEADER_BYTES_MAX = 16 * 1024;

const FORBIDDEN = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/8',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map(parseRange);

/** Ports of protocols that a POST could be mistaken for (bad ports of the Fetch standard). */
const FORBIDDEN_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseRange(text: string): Range {
  return ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`);
}

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]) =>
  ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));

/** `own`: addresses of this machine, which runs services not meant for the public. */
export function isForbiddenAddress(
  text: string,
  allow: readonly string[],
  own: readonly string[] = ownAddresses(),
): boolean {
  const parsed = ipaddr.parse(text);
  const address = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
  if (within(address, allow.map(parseRange))) return false;
  return within(address, FORBIDDEN) || within(address, own.map(parseRange));
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((own) => own?.map(({ address }) => address) ?? []);
}

/** Documentation ranges; no host uses them. */
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'];

/**
 * Whether the host of a URL is a forbidden address. The URL is parsed already, so every spelling of an IPv4 address
 * (decimal, octal, hexadecimal, short) is in dotted form. Documentation addresses pass, so that examples can be
 * configured; a call to such an address fails.
 */
export function isForbiddenHost(hostname: string, allow: readonly string[]): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  if (isIP(bare) !== 0) return isForbiddenAddress(bare, [...allow, ...DOCUMENTATION]);
  return /(?:^|\.)localhost$/i.test(bare) && isForbiddenAddress('127.0.0.1', allow);
}

export function isForbiddenPort(port: number): boolean {
  return FORBIDDEN_PORTS.has(port);
}

/** Resolves the host of a URL; rejects when any address is forbidden or none has the family of the source address. */
async function checkHost(hostname: string, rules: OutboundRules): Promise<readonly string[]> {
  const { allow, sourceAddress, resolve = askSystem } = rules;
  const family = isIP(sourceAddress);
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare];
  const ways = addresses.filter((address) => family === 0 || isIP(address) === family);
  if (ways.length === 0 || addresses.some((address) => isForbiddenAddress(address, allow)))
    throw new Error('address not reachable');
  return ways;
}

async function askSystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

export function guardedConnector(rules: OutboundRules): buildConnector.connector {
  const connectorOf = (timeout: number) => buildConnector({ timeout, rejectUnauthorized: rules.tlsChecked ?? true });
  const [alone, oneOfTwo] = [connectorOf(CONNECT_TIMEOUT_MS), connectorOf(CONNECT_TIMEOUT_MS / 2)];
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    if (isForbiddenPort(port)) return callback(new Error('address not reachable'), null);
    const connectTo = async (): Promise<Socket> => {
      const [first = '', second] = await inTime(checkHost(options.hostname, rules));
      if (second === undefined) return connectJudged(alone, options, rules, first);
      return connectJudged(oneOfTwo, options, rules, first).catch(() =>
        connectJudged(oneOfTwo, options, rules, second),
      );
    };
    const settle = (outcome: Socket | Error) => {
      if (outcome instanceof Error) callback(outcome, null);
      // undici accepts sockets of its own connectors; the types do not say so.
      else callback(null, outcome as Parameters<buildConnector.Callback>[1] & Socket);
    };
    connectTo().then(settle, settle);
  };
}

/** A name server may hang. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('address not reachable')), CONNECT_TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function connectJudged(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  rules: OutboundRules,
  hostname: string,
): Promise<Socket> {
  const servername = isIP(options.hostname) === 0 ? options.hostname : '';
  // undici reads localAddress from each connect call, not from the connector's options.
  const localAddress = rules.sourceAddress === '' ? null : rules.sourceAddress;
  return new Promise((resolve, reject) =>
    connect({ ...options, hostname, servername, localAddress }, (error, socket) =>
      socket ? resolve(socket) : reject(error ?? new Error('address not reachable')),
    ),
  );
}

export function openTarget(origin: string, rules: OutboundRules): OutboundTarget {
  const pool = new Pool(origin, {
    connections: rules.connections,
    connect: guardedConnector(rules),
    headersTimeout: WHOLE_TIMEOUT_MS,
    bodyTimeout: WHOLE_TIMEOUT_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  });
  return {
    post: (path, headers, body) =>
      new Promise((resolve, reject) =>
        pool.dispatch({ method: 'POST', path, headers, body }, new Answer(resolve, reject)),
      ),
    close: () => pool.destroy(),
  };
}

/** Reads a response within the time-out and size limit and keeps the beginning of its body. The time-out covers name
 * resolution, connection, request and response. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: PostResult) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #isLate = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #bytes = 0;
  readonly #shown: Buffer[] = [];

  constructor(resolve: (result: PostResult) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#endLate(), WHOLE_TIMEOUT_MS);
  }

  #endLate(): void {
    const error = new Error(TOO_LATE);
    this.#isLate = true;
    // Without a controller the request has not begun; onRequestStart aborts it.
    if (this.#controller === undefined) this.#reject(error);
    else this.#controller.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isLate) controller.abort(new Error(TOO_LATE));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    this.#status = statusCode;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const left = SHOWN_BYTES_MAX - this.#bytes;
    if (left > 0) this.#shown.push(chunk.subarray(0, left));
    this.#bytes += chunk.length;
    if (this.#bytes <= ANSWER_BYTES_MAX) return;
    this.onResponseEnd();
    controller.abort(new Error(`the response exceeds ${ANSWER_BYTES_MAX} bytes`));
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const text = Buffer.concat(this.#shown).toString();
    this.#resolve({ ok: this.#status >= 200 && this.#status < 300, status: this.#status, text });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#status >= 200) return this.onResponseEnd();
    clearTimeout(this.#timer);
    this.#reject(error);
  }
}
