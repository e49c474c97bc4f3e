// For tests: a service that gives prepared answers and records the requests.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { type Client, type ClientOptions, openClient } from '../client.ts';

type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Answer = {
  /** 0: the connection breaks. */
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

export class ScriptedService {
  seen: Seen[] = [];
  /** Given in this order, then 200 with an empty object. */
  answers: Answer[] = [];
  pausesMs: number[] = [];
  #server: Server | undefined;

  get address(): string {
    if (this.#server === undefined) throw new Error('the server of the test does not listen');
    const { port } = this.#server.address() as AddressInfo; // it listens on a port
    return `http://127.0.0.1:${port}`;
  }

  /** The clients of the tests do not wait. */
  get options(): ClientOptions {
    return { api: this.address, key: 'k', pause: async (ms: number) => void this.pausesMs.push(ms) };
  }

  open(options: Partial<ClientOptions> = {}): Client {
    return openClient({ ...this.options, ...options });
  }

  /** At an address of its own: a request that a test before aborted cannot take an answer of this one. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      text(request)
        .then((body) => {
          const { method = '', url = '', headers } = request;
          this.seen.push({ method, url, headers, body });
          const { status, body: answer, headers: given = {} } = this.answers.shift() ?? { status: 200, body: {} };
          if (status === 0) return request.socket.destroy();
          response.writeHead(status, given).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
        })
        .catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.reset();
    this.#server = server;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  reset(): void {
    this.seen = [];
    this.answers = [];
    this.pausesMs = [];
  }
}

/** A service for the tests of a file, without memory between them. */
export function useScriptedService(): ScriptedService {
  const service = new ScriptedService();
  beforeEach(() => service.listen());
  afterEach(() => service.close());
  return service;
}
