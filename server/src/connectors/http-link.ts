// A link to an HTTP provider, in the dialect of its protocol: one message at a time per place of its window, bounded by
// its rate. The link is up while the provider lets it in. When the provider refuses, cannot be reached, or fails
// message after message, the link claims no more messages and checks the provider's health at growing intervals.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { openProvider, type Provider } from '../platform/http/provider-http.ts';
import type { Dialect, Verdict } from './dialect.ts';
import { type Ending, exchange, type Surroundings, type Trial } from './exchange.ts';
import { type FileAccess, openFiles } from './files.ts';
import {
  type AccountHalt,
  failedWith,
  type Link,
  type LinkEvents,
  type LinkJob,
  type SubmitResult,
} from './link-job.ts';
import { createLinkRate, type LinkRate } from './link-rate.ts';

export type HttpLinkSettings = {
  /** Scheme, host and port of the provider. */
  readonly origin: string;
  readonly window: number;
  readonly ratePerSecond: number | null;
  readonly timeoutMs: number;
  /** Which addresses of files may be reached. */
  readonly files: FileAccess;
};

const TEMPORARY_TRIES_MAX = 3;
/** This number of failures in a row, with no message accepted or refused in between, is a failure of the provider. */
const FAILURES_MAX = 5;
const RETRY_WAIT_MS = 500;
const HEALTH_DELAYS_MS = [250, 1_000, 5_000, 10_000, 30_000, 60_000];
const CLOSE_LOOK_MS = 20;

/** Names of answers in metrics, the same for SMPP and HTTP. */
const COUNTED_AS: Readonly<Record<Exclude<Verdict['kind'], 'unsuitable'>, string>> = {
  taken: 'ok',
  refused: 'permanent',
  throttled: 'throttled',
  temporary: 'temporary',
  closed: 'link-refused',
};

type OpenJob = { readonly job: LinkJob; readonly trial: Trial; tries: number };

export class HttpLink implements Link {
  readonly #events: LinkEvents;
  readonly #dialect: Dialect;
  readonly #rate: LinkRate;
  readonly #provider: Provider;
  readonly #around: Surroundings;
  /** To be written again as soon as the window allows. */
  readonly #again: OpenJob[] = [];
  /** Jobs that wait before another attempt. */
  readonly #pausing = new Set<OpenJob>();
  #open = 0;
  #up = false;
  #closing = false;
  #asked = 0;
  /** Failures since the last delivered message. */
  #failures = 0;
  #pumpTimer: NodeJS.Timeout | undefined;
  #healthTimer: NodeJS.Timeout | undefined;

  constructor(settings: HttpLinkSettings, dialect: Dialect, events: LinkEvents) {
    const { origin, window, timeoutMs, ratePerSecond } = settings;
    this.#dialect = dialect;
    this.#events = events;
    this.#rate = createLinkRate(ratePerSecond, window);
    this.#provider = openProvider(origin, { connections: window, timeoutMs });
    this.#around = {
      ask: (request) => this.#provider.ask(request),
      files: openFiles(settings.files),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      nowMs: () => Date.now(),
      onLost: (reason) => {
        events.onAnswer('lost');
        this.#fail(reason);
        return this.#up;
      },
      onRepeated: () => events.onAnswer('repeated'),
    };
    this.#healthTimer = setTimeout(() => void this.#askHealth(), 0);
  }

  get isUp(): boolean {
    return this.#up;
  }

  get isProven(): boolean {
    return this.#up && this.#failures < FAILURES_MAX;
  }

  pump(): void {
    while (this.#up && !this.#closing && this.#open < this.#limit) {
      const open = this.#again.shift() ?? this.#take();
      if (open === undefined) return;
      const waitMs = this.#rate.take(performance.now());
      if (waitMs > 0) {
        this.#again.unshift(open);
        return this.#pumpLater(waitMs);
      }
      this.#open += 1;
      void this.#submit(open);
    }
  }

  async close(timeoutMs: number): Promise<void> {
    this.#closing = true;
    this.#up = false;
    clearTimeout(this.#pumpTimer);
    clearTimeout(this.#healthTimer);
    this.giveBackWaiting();
    const untilMs = performance.now() + timeoutMs;
    while (this.#open > 0 && performance.now() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, CLOSE_LOOK_MS));
    // Open requests end as lost, so their messages are in doubt.
    await this.#provider.close();
  }

  giveBackWaiting(): void {
    for (const open of [...this.#again.splice(0), ...this.#pausing]) this.#giveBack(open, { kind: 'unsent' });
    this.#pausing.clear();
  }

  /** After a failure of the provider a single message probes it. */
  get #limit(): number {
    return this.#failures < FAILURES_MAX ? this.#rate.window : 1;
  }

  #take(): OpenJob | undefined {
    const job = this.#events.next();
    if (job === undefined) return undefined;
    const { submission, mayWrite } = job;
    return { job, trial: { submission, mayWrite }, tries: 0 };
  }

  async #submit(open: OpenJob): Promise<void> {
    const ending = await exchange(this.#dialect, this.#around, open.trial);
    this.#open -= 1;
    if (ending.kind === 'given-away') this.#giveBack(open, { kind: 'unsent' });
    else if (ending.kind === 'unreached' || ending.kind === 'lost') this.#missed(open, ending);
    else this.#settle(open, ending);
    this.pump();
  }

  #missed(open: OpenJob, { kind, reason }: Extract<Ending, { kind: 'unreached' | 'lost' }>): void {
    if (kind === 'lost') return this.#finish(open, { kind: 'doubt' });
    this.#events.onAnswer(kind);
    this.#down(reason);
    this.#giveBack(open, { kind: 'unsent' });
  }

  #settle(open: OpenJob, verdict: Verdict): void {
    if (verdict.kind === 'unsuitable') return this.#finish(open, unsuitable(open, verdict.errorCode));
    this.#events.onAnswer(COUNTED_AS[verdict.kind]);
    const halt = haltOf(open, verdict);
    if (halt !== undefined) return this.#giveBack(open, { kind: 'held', halt });
    switch (verdict.kind) {
      case 'taken':
        this.#rate.accepted();
        this.#work();
        return this.#finish(open, {
          kind: 'sent',
          operatorIds: verdict.ids,
          ...(verdict.isFinal && { isFinal: true }),
          ...(verdict.cost !== undefined && { cost: verdict.cost }),
        });
      case 'refused':
        this.#work();
        if (verdict.isUnknown) this.#events.onUnknownCode(verdict.providerCode);
        return this.#finish(open, {
          ...failedWith(verdict.errorCode, verdict.providerCode),
          ...(verdict.address !== undefined && { address: verdict.address }),
        });
      case 'closed':
        this.#failures = FAILURES_MAX;
        this.#down(verdict.reason);
        return this.#giveBack(open, { kind: 'unsent' });
      case 'throttled':
        if (verdict.scope === 'recipient') return this.#tryAgain(open, verdict.forMs);
        this.#rate.throttled(performance.now(), verdict.forMs);
        return this.#tryAgain(open, 0);
      case 'temporary':
        return this.#tryLater(open, verdict);
    }
  }

  #tryLater(open: OpenJob, verdict: Extract<Verdict, { kind: 'temporary' }>): void {
    const { providerCode, afterMs, errorCode = ERROR.operatorFailure, isOfMessage } = verdict;
    if (!isOfMessage && this.#fail(`answered ${providerCode}`)) return this.#giveBack(open, { kind: 'unsent' });
    open.tries += 1;
    if (open.tries < TEMPORARY_TRIES_MAX)
      return this.#tryAgain(open, Math.max(RETRY_WAIT_MS * 2 ** (open.tries - 1), afterMs));
    const { movable } = open.job.submission;
    this.#giveBack(open, movable ? { kind: 'elsewhere' } : failedWith(errorCode, providerCode));
  }

  #work(): void {
    this.#failures = 0;
    this.#asked = 0;
  }

  /** True: the failure brought the link down. */
  #fail(reason: string): boolean {
    this.#failures += 1;
    if (this.#failures < FAILURES_MAX) return false;
    this.#down(`${this.#failures} failures in a row: ${reason}`);
    return true;
  }

  /**
   * Every verdict but "taken" means that the provider does not have the message, or takes it once: a retry makes no
   * copy.
   */
  #tryAgain(open: OpenJob, waitMs: number): void {
    if (this.#closing) return this.#giveBack(open, { kind: 'unsent' });
    if (waitMs === 0) return void this.#again.push(open);
    this.#pausing.add(open);
    setTimeout(() => {
      if (!this.#pausing.delete(open)) return;
      this.#again.push(open);
      this.pump();
    }, waitMs);
  }

  /** Without an answer that settles it: the provider may have it if an earlier answer was lost. */
  #giveBack(open: OpenJob, result: SubmitResult): void {
    this.#finish(open, open.trial.isLost ? { kind: 'doubt' } : result);
  }

  #finish(open: OpenJob, result: SubmitResult): void {
    open.job.onResult(result);
  }

  #pumpLater(waitMs: number): void {
    clearTimeout(this.#pumpTimer);
    this.#pumpTimer = setTimeout(() => this.pump(), Math.ceil(waitMs));
  }

  #down(reason: string): void {
    if (!this.#up || this.#closing) return;
    this.#up = false;
    this.#events.onDown(reason);
    this.#askLater();
  }

  /** Returns the pause before the next health check. */
  #askLater(): number {
    const delayMs = HEALTH_DELAYS_MS[Math.min(this.#asked, HEALTH_DELAYS_MS.length - 1)] ?? 0;
    this.#asked += 1;
    clearTimeout(this.#healthTimer);
    this.#healthTimer = setTimeout(() => void this.#askHealth(), delayMs);
    return delayMs;
  }

  #unhealthy(reason: string, text: string): void {
    this.#events.onFailedTry({ reason, text, nextTryMs: this.#askLater() });
  }

  async #askHealth(): Promise<void> {
    const reply = await this.#provider.ask(this.#dialect.health(Date.now()));
    if (this.#closing) return;
    if (reply.kind !== 'answer') return this.#unhealthy(reply.kind, reply.reason);
    const refusal = this.#dialect.hearHealth(reply);
    if (refusal !== undefined) return this.#unhealthy(`HTTP ${reply.status}`, `health request answered ${refusal}`);
    this.#up = true;
    // A health check does not reset the back-off; only a delivered message does.
    if (this.#failures < FAILURES_MAX) this.#asked = 0;
    this.#events.onUp();
    this.pump();
  }
}

const unsuitable = ({ job }: OpenJob, errorCode: number): SubmitResult =>
  job.submission.movable ? { kind: 'elsewhere' } : { kind: 'failed', errorCode };

/** Undefined: the verdict is not about the account of a sender name. */
function haltOf({ job }: OpenJob, verdict: Verdict): AccountHalt | undefined {
  if (job.submission.account === undefined) return undefined;
  if (verdict.kind !== 'closed' && verdict.kind !== 'throttled') return undefined;
  return verdict.scope === 'account' ? verdict : undefined;
}
