// HTTP to providers whose addresses staff configure. A failed request is either `unreached` (nothing was written) or
// `lost` (the provider may have received it).
import { type buildConnector, type Dispatcher, Pool } from 'undici';

export type ProviderReply =
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfterMs: number; readonly body: unknown }
  /** Nothing was written. */
  | { readonly kind: 'unreached'; readonly reason: string }
  /** The request was written, at least in part, and no complete answer came. */
  | { readonly kind: 'lost'; readonly reason: string };

export type ProviderRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In place of a text. */
  readonly bytes?: Buffer;
  /** Absent: 64 kB. */
  readonly answerBytesMax?: number;
};

export type Provider = { ask(request: ProviderRequest): Promise<ProviderReply>; close(): Promise<void> };

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const HEADER_BYTES_MAX = 16 * 1024;
/** Shorter than the keep-alive of common servers, so that a request rarely meets a closing connection. */
const KEEP_ALIVE_MS = 4_000;
const RETRY_AFTER_MAX_SECONDS = 300;

export type ProviderRules = {
  readonly connections: number;
  readonly timeoutMs: number;
  /** For addresses that staff have not configured. */
  readonly connect?: buildConnector.connector;
};

export function openProvider(origin: string, rules: ProviderRules): Provider {
  const pool = new Pool(origin, {
    connections: rules.connections,
    connect: rules.connect ?? { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: rules.timeoutMs,
    bodyTimeout: rules.timeoutMs,
    maxHeaderSize: HEADER_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  });
  return {
    ask: ({ method, path, headers, body, bytes, answerBytesMax }) =>
      new Promise((resolve) =>
        pool.dispatch(
          { method, path, headers, body: bytes ?? body ?? null },
          new Reply(rules.timeoutMs, resolve, answerBytesMax),
        ),
      ),
    close: () => pool.destroy(),
  };
}

class Reply implements Dispatcher.DispatchHandler {
  readonly #timeoutMs: number;
  readonly #resolve: (reply: ProviderReply) => void;
  readonly #chunks: Buffer[] = [];
  readonly #bytesMax: number;
  #timer: NodeJS.Timeout | undefined;
  #status = 0;
  #retryAfterMs = 0;
  #bytes = 0;
  #begun = false;

  constructor(timeoutMs: number, resolve: (reply: ProviderReply) => void, bytesMax = ANSWER_BYTES_MAX) {
    this.#timeoutMs = timeoutMs;
    this.#bytesMax = bytesMax;
    this.#resolve = resolve;
  }

  /** Called when a connection is open, right before the first byte. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#begun = true;
    this.#timer ??= setTimeout(
      () => controller.abort(new Error(`no complete answer within ${this.#timeoutMs} ms`)),
      this.#timeoutMs,
    );
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = statusCode;
    const seconds = Number(headers['retry-after'] ?? 0);
    this.#retryAfterMs = seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) * 1_000 : 0;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax) controller.abort(new Error(`the response exceeds ${this.#bytesMax} bytes`));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const body = parsed(Buffer.concat(this.#chunks));
    this.#resolve({ kind: 'answer', status: this.#status, retryAfterMs: this.#retryAfterMs, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    this.#resolve({ kind: this.#begun ? 'lost' : 'unreached', reason: error.message });
  }
}

/** Undefined: not JSON. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
