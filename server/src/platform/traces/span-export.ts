// Sends spans to an OTLP receiver beside the work: at most one request at a time, from a queue with a limit. A receiver
// that is slow or away costs spans, never time: spans beyond the limit are dropped and counted.
import { request } from 'undici';
import { CONNECTION, type OutageLog } from '../logging/outage-log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Attributes, exportBody, type PlacedSpan } from './otlp.ts';

const QUEUE_MAX = 8_192;
const REQUEST_MAX = 512;
const FLUSH_MS = 1_000;
const TIMEOUT_MS = 10_000;
const TRIES_MAX = 3;
const CLOSE_MS = 3_000;
/** Answers after which the protocol allows a retry. */
const RETRIED = new Set([429, 502, 503, 504]);

export type Receiver = {
  /** Address of `/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Attributes;
  readonly version: string;
};

type Needs = { readonly metrics: Pick<Metrics, 'count'>; readonly outages: OutageLog };

export class SpanExport {
  readonly #receiver: Receiver;
  readonly #needs: Needs;
  readonly #ending = new AbortController();
  #queue: PlacedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(receiver: Receiver, needs: Needs) {
    this.#receiver = receiver;
    this.#needs = needs;
  }

  add(span: PlacedSpan): void {
    if (this.#queue.length >= QUEUE_MAX) return this.#count('dropped', 1);
    this.#queue.push(span);
    if (this.#queue.length >= REQUEST_MAX) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), FLUSH_MS).unref();
  }

  /** Sends the rest of the queue, for a limited time. */
  async close(): Promise<void> {
    const timeout = setTimeout(() => this.#ending.abort(), CLOSE_MS);
    this.#send();
    await this.#sending;
    clearTimeout(timeout);
    clearTimeout(this.#timer);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const spans = this.#queue.slice(0, REQUEST_MAX);
      this.#queue = this.#queue.slice(REQUEST_MAX);
      const rejected = await this.#sendOne(spans);
      this.#count('dropped', rejected);
      this.#count('exported', spans.length - rejected);
    }
  }

  /** Returns the number of spans that the receiver does not have. */
  async #sendOne(spans: readonly PlacedSpan[]): Promise<number> {
    const { resource, version } = this.#receiver;
    const body = exportBody(resource, version, spans);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#post(body);
        if (answer.rejected !== undefined) {
          this.#needs.outages.worked(CONNECTION);
          return Math.min(answer.rejected, spans.length);
        }
        throw new Error(`the receiver of traces answered ${answer.status}`, { cause: { isFinal: !answer.isRetried } });
      } catch (error) {
        this.#needs.outages.failed(CONNECTION, error);
        if (isFinal(error) || attempt >= TRIES_MAX || this.#ending.signal.aborted) return spans.length;
        await this.#pause(FLUSH_MS * 2 ** (attempt - 1));
      }
    }
  }

  async #post(body: string): Promise<{ status: number; isRetried: boolean; rejected: number | undefined }> {
    const { url, headers } = this.#receiver;
    const { statusCode: status, body: answer } = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await answer.text();
    const isAccepted = status >= 200 && status < 300;
    return { status, isRetried: RETRIED.has(status), rejected: isAccepted ? rejectedIn(text) : undefined };
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#ending;
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    });
  }

  #count(result: 'exported' | 'dropped', spans: number): void {
    if (spans > 0) this.#needs.metrics.count('volley_trace_spans_total', { result }, spans);
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof Error && (error.cause as { isFinal?: boolean } | undefined)?.isFinal === true;
}

/** A receiver may accept a part of the spans. An answer in another form counts as success: only the status matters. */
function rejectedIn(text: string): number {
  try {
    const answer = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: string | number } } | null;
    return Number(answer?.partialSuccess?.rejectedSpans ?? 0) || 0;
  } catch {
    return 0;
  }
}
