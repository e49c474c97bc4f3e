// Receives callbacks over HTTP and counts them. It can answer, refuse, hang or be down, like a partner's host. Arrivals
// per message are stored only on request, as one small number. It parses requests itself: a general HTTP server costs
// as much per callback as the sender, and both share a machine here.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { textAt } from './json.ts';
import { RequestReader } from './request-reader.ts';

export const sinkModes = ['answer', 'refuse', 'hang', 'dead'] as const;
/** `refuse` answers 503, `hang` reads the request and never answers, `dead` accepts no connections. */
export type SinkMode = (typeof sinkModes)[number];

/** Bits of the arrivals of one message. */
export const arrival = {
  sent: 1,
  delivered: 2,
  failed: 4,
  /** The first `sent` arrived after a final event. */
  sentAfterFinal: 8,
  repeated: 16,
} as const;

/** Returns the bits after an event; unknown events change nothing. */
export function recordArrival(before: number, event: string): number {
  if (event !== 'sent' && event !== 'delivered' && event !== 'failed') return before;
  const bit = arrival[event];
  if ((before & bit) !== 0) return before | arrival.repeated;
  const late = event === 'sent' && (before & (arrival.delivered | arrival.failed)) !== 0;
  return before | bit | (late ? arrival.sentAfterFinal : 0);
}

const answerOk = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
const answerRefused = Buffer.from('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');

export class CallbackSink {
  /** Requests answered with 2xx. */
  answered = 0;
  /** Requests received, answered or not. */
  requests = 0;
  firstAtMs: number | undefined;
  lastAtMs: number | undefined;
  /** Message id → bits of `arrival`; empty unless `remember` is set. */
  readonly arrivals = new Map<string, number>();

  readonly #remember: boolean;
  readonly #onBody: ((body: Buffer) => void) | undefined;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #mode: SinkMode = 'answer';

  constructor(remember: boolean, onBody?: (body: Buffer) => void) {
    this.#remember = remember;
    this.#onBody = onBody;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/callback`;
  }

  /** Answered requests per second between the first and the last. */
  get ratePerSecond(): number {
    const spanMs = (this.lastAtMs ?? 0) - (this.firstAtMs ?? 0);
    return spanMs > 0 ? (this.answered * 1_000) / spanMs : 0;
  }

  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1', 1_024);
    await once(this.#server, 'listening');
    // A server on a port has an AddressInfo.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async setMode(mode: SinkMode): Promise<void> {
    if (mode === this.#mode) return;
    const before = this.#mode;
    this.#mode = mode;
    if (mode === 'dead') await this.close();
    else if (before === 'dead') await this.open();
    else if (before === 'hang') this.#destroySockets();
  }

  reset(): void {
    this.answered = 0;
    this.requests = 0;
    this.firstAtMs = undefined;
    this.lastAtMs = undefined;
    this.arrivals.clear();
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#destroySockets();
    await once(this.#server, 'close');
  }

  #destroySockets(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: Socket): void {
    const reader = new RequestReader();
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      try {
        reader.push(chunk, ({ body, mayClose }) => {
          this.#take(socket, body);
          if (mayClose && this.#mode !== 'hang') socket.end();
        });
      } catch {
        socket.destroy();
      }
    });
  }

  #take(socket: Socket, body: Buffer): void {
    this.requests += 1;
    if (this.#mode === 'hang') return;
    if (this.#mode !== 'answer') {
      socket.write(answerRefused);
      return;
    }
    const nowMs = performance.now();
    this.firstAtMs ??= nowMs;
    this.lastAtMs = nowMs;
    this.answered += 1;
    if (this.#remember) this.#note(body.toString('latin1'));
    this.#onBody?.(body);
    socket.write(answerOk);
  }

  #note(body: string): void {
    if (body.startsWith('[')) {
      for (const [uuid, event] of messagingArrivals(body)) this.#add(uuid, event);
      return;
    }
    const event = /"event":"(\w+)"/.exec(body)?.[1];
    const uuid = /"messageUuid":"([0-9a-f-]{36})"/.exec(body)?.[1];
    if (event !== undefined && uuid !== undefined) this.#add(uuid, event);
  }

  #add(uuid: string, event: string): void {
    this.arrivals.set(uuid, recordArrival(this.arrivals.get(uuid) ?? 0, event));
  }
}

/** Reads an event array of the messaging API; `delivered` also reports failures, by its status. */
export function messagingArrivals(body: string): [uuid: string, event: string][] {
  const list: unknown = JSON.parse(body);
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown) => {
    const event = textAt(item, 'callback_event');
    const isFailure = event === 'delivered' && textAt(item, 'status') !== 'delivered';
    return [textAt(item, 'message_uuid'), isFailure ? 'failed' : event];
  });
}

type SinkOptions = {
  remember?: boolean;
  /** Called for every request answered with 2xx. */
  onBody?: (body: Buffer) => void;
};

export async function openCallbackSink({ remember = false, onBody }: SinkOptions = {}): Promise<CallbackSink> {
  const sink = new CallbackSink(remember, onBody);
  await sink.open();
  return sink;
}
