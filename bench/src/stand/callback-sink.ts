// Receives callbacks and counts them. It can answer, refuse, hang or be gone, like a partner's host. What arrived for
// which message is remembered only on request, in one small number per message.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const sinkModes = ['answer', 'refuse', 'hang', 'dead'] as const;
/** `refuse` answers 503, `hang` takes the request and never answers, `dead` does not even accept connections. */
export type SinkMode = (typeof sinkModes)[number];

/** What is known of one message, added up. */
export const arrival = {
  sent: 1,
  delivered: 2,
  failed: 4,
  /** `sent` arrived first after a final event had arrived. */
  sentAfterFinal: 8,
  /** An event arrived more than once. */
  repeated: 16,
} as const;

/** The new sum after an event; events of other names change nothing. */
export function noteArrival(before: number, event: string): number {
  if (event !== 'sent' && event !== 'delivered' && event !== 'failed') return before;
  const bit = arrival[event];
  if ((before & bit) !== 0) return before | arrival.repeated;
  const late = event === 'sent' && (before & (arrival.delivered | arrival.failed)) !== 0;
  return before | bit | (late ? arrival.sentAfterFinal : 0);
}

export class CallbackSink {
  /** Requests answered with 2xx. */
  answered = 0;
  /** Requests that came, answered or not. */
  requests = 0;
  firstAtMs: number | undefined;
  lastAtMs: number | undefined;
  /** Message → arrivals; empty unless asked for. */
  readonly arrivals = new Map<string, number>();

  readonly #remember: boolean;
  readonly #hanging = new Set<ServerResponse>();
  #server: Server;
  #port = 0;
  #mode: SinkMode = 'answer';

  constructor(remember: boolean) {
    this.#remember = remember;
    this.#server = this.#createServer();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/callback`;
  }

  /** Answered requests a second between the first and the last. */
  get ratePerSecond(): number {
    const spanMs = (this.lastAtMs ?? 0) - (this.firstAtMs ?? 0);
    return spanMs > 0 ? (this.answered * 1_000) / spanMs : 0;
  }

  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1', 1_024);
    await once(this.#server, 'listening');
    // A server that listens on a port has an AddressInfo, never a pipe's name.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async setMode(mode: SinkMode): Promise<void> {
    if (mode === this.#mode) return;
    const wasDead = this.#mode === 'dead';
    this.#mode = mode;
    for (const response of this.#hanging) response.destroy();
    this.#hanging.clear();
    if (mode === 'dead') await this.close();
    else if (wasDead) {
      this.#server = this.#createServer();
      await this.open();
    }
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
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #createServer(): Server {
    const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => this.#take(request, response));
    server.on('clientError', (_error, socket) => socket.destroy());
    return server;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.requests += 1;
    response.sendDate = false;
    if (this.#mode === 'hang') {
      request.resume();
      this.#hanging.add(response);
      return;
    }
    if (!this.#remember) {
      request.resume();
      request.once('end', () => this.#answer(response, ''));
      return;
    }
    let body = '';
    request.setEncoding('latin1');
    request.on('data', (text: string) => {
      body += text;
    });
    request.once('end', () => this.#answer(response, body));
  }

  #answer(response: ServerResponse, body: string): void {
    if (this.#mode !== 'answer') {
      response.writeHead(503).end();
      return;
    }
    const nowMs = performance.now();
    this.firstAtMs ??= nowMs;
    this.lastAtMs = nowMs;
    this.answered += 1;
    if (this.#remember) this.#note(body);
    response.writeHead(200, { 'content-length': 0 }).end();
  }

  #note(body: string): void {
    const event = /"event":"(\w+)"/.exec(body)?.[1];
    const uuid = /"messageUuid":"([0-9a-f-]{36})"/.exec(body)?.[1];
    if (event === undefined || uuid === undefined) return;
    this.arrivals.set(uuid, noteArrival(this.arrivals.get(uuid) ?? 0, event));
  }
}

export async function openCallbackSink({ remember = false }: { remember?: boolean } = {}): Promise<CallbackSink> {
  const sink = new CallbackSink(remember);
  await sink.open();
  return sink;
}
