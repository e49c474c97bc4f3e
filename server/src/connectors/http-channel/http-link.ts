// One link to a provider that speaks HTTP: one message a request, no more of them open than the window allows and no
// faster than the rate. It is up while the provider lets us in; when it does not, cannot be reached, or fails message
// after message, nothing more is taken and its health is asked for, at growing intervals.
import { meaningOfAnswer } from '@volley/domain/provider-answer.ts';
import { openProvider, type Provider, type ProviderReply } from '../../platform/provider-http.ts';
import type { Link, LinkEvents, LinkJob, SubmitResult } from '../link-job.ts';
import { createLinkRate, type LinkRate } from '../link-rate.ts';
import { errorOfAnswer, healthRequest, idOfAnswer, messageRequest, type Signer } from './channel-request.ts';

export type HttpLinkSettings = {
  readonly url: string;
  readonly account: string;
  readonly secret: string;
  readonly window: number;
  readonly ratePerSecond: number | null;
  readonly timeoutMs: number;
};

const TEMPORARY_TRIES_MAX = 3;
/** So many in a row, with nothing taken or refused between them, and it is the provider that fails, not the message. */
const FAILURES_MAX = 5;
const RETRY_WAIT_MS = 500;
const HEALTH_DELAYS_MS = [250, 1_000, 5_000, 10_000, 30_000, 60_000];
const CLOSE_LOOK_MS = 20;
const TRY_LATER_ERROR = 502;

type OpenJob = { readonly job: LinkJob; tries: number };

export class HttpLink implements Link {
  readonly #settings: HttpLinkSettings;
  readonly #events: LinkEvents;
  readonly #rate: LinkRate;
  readonly #signer: Signer;
  readonly #provider: Provider;
  /** To be written again as soon as there is room. */
  readonly #again: OpenJob[] = [];
  /** Waiting out the pause before another try. */
  readonly #pausing = new Set<OpenJob>();
  #open = 0;
  #up = false;
  #closing = false;
  #asked = 0;
  /** Since the provider last did its work. */
  #failures = 0;
  #pumpTimer: NodeJS.Timeout | undefined;
  #healthTimer: NodeJS.Timeout | undefined;

  constructor(settings: HttpLinkSettings, events: LinkEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#rate = createLinkRate(settings.ratePerSecond);
    const { origin, pathname } = new URL(settings.url);
    this.#signer = { account: settings.account, secret: settings.secret, basePath: pathname.replace(/\/$/, '') };
    this.#provider = openProvider(origin, { connections: settings.window, timeoutMs: settings.timeoutMs });
    this.#healthTimer = setTimeout(() => void this.#askHealth(), 0);
  }

  get isUp(): boolean {
    return this.#up;
  }

  get isProven(): boolean {
    return this.#up && this.#failures < FAILURES_MAX;
  }

  pump(): void {
    while (this.#up && !this.#closing && this.#open < this.#room) {
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
    // What is open now ends as lost, and so in doubt.
    await this.#provider.close();
  }

  giveBackWaiting(): void {
    for (const { job } of this.#again.splice(0)) job.onResult({ kind: 'unsent' });
    for (const { job } of this.#pausing) job.onResult({ kind: 'unsent' });
    this.#pausing.clear();
  }

  /** A provider that has failed shows with one message that it works again. */
  get #room(): number {
    return this.#failures < FAILURES_MAX ? this.#settings.window : 1;
  }

  #take(): OpenJob | undefined {
    const job = this.#events.next();
    return job === undefined ? undefined : { job, tries: 0 };
  }

  async #submit(open: OpenJob): Promise<void> {
    const reply = await this.#provider.ask(messageRequest(this.#signer, open.job.submission, Date.now()));
    this.#open -= 1;
    this.#settle(open, reply);
    this.pump();
  }

  #settle(open: OpenJob, reply: ProviderReply): void {
    if (reply.kind !== 'answer') {
      this.#events.onAnswer(reply.kind);
      if (reply.kind === 'unreached') this.#down(reply.reason);
      else this.#fail(reply.reason);
      return this.#finish(open, { kind: reply.kind === 'lost' ? 'doubt' : 'unsent' });
    }
    const answer = meaningOfAnswer(reply.status, errorOfAnswer(reply.body));
    this.#events.onAnswer(answer.kind);
    if (answer.kind === 'ok') {
      this.#rate.accepted();
      this.#work();
      const id = idOfAnswer(reply.body);
      // Taken, but nobody can tell under which id: its status may still come with our reference.
      return this.#finish(open, id === undefined ? { kind: 'doubt' } : { kind: 'sent', operatorIds: [id] });
    }
    if (answer.kind === 'link-refused') {
      this.#failures = FAILURES_MAX;
      this.#down(`answered ${reply.status}`);
      return this.#finish(open, { kind: 'unsent' });
    }
    if (answer.kind === 'throttled') {
      this.#rate.throttled(performance.now(), reply.retryAfterMs);
      return this.#tryAgain(open, 0);
    }
    const failed = { kind: 'failed', errorCode: answer.errorCode ?? TRY_LATER_ERROR } as const;
    if (answer.kind !== 'temporary') {
      this.#work();
      return this.#finish(open, failed);
    }
    if (this.#fail(`answered ${reply.status}`)) return this.#finish(open, { kind: 'unsent' });
    open.tries += 1;
    if (open.tries >= TEMPORARY_TRIES_MAX)
      return this.#finish(open, open.job.submission.movable ? { kind: 'elsewhere' } : failed);
    this.#tryAgain(open, Math.max(RETRY_WAIT_MS * 2 ** (open.tries - 1), reply.retryAfterMs));
  }

  #work(): void {
    this.#failures = 0;
    this.#asked = 0;
  }

  /** True when the link is down for it. */
  #fail(reason: string): boolean {
    this.#failures += 1;
    if (this.#failures < FAILURES_MAX) return false;
    this.#down(`${this.#failures} failures in a row: ${reason}`);
    return true;
  }

  /** Every answer but "taken" says that the provider does not have it, so giving it back leaves no doubt. */
  #tryAgain(open: OpenJob, waitMs: number): void {
    if (this.#closing) return this.#finish(open, { kind: 'unsent' });
    if (waitMs === 0) return void this.#again.push(open);
    this.#pausing.add(open);
    setTimeout(() => {
      if (!this.#pausing.delete(open)) return;
      this.#again.push(open);
      this.pump();
    }, waitMs);
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

  /** Returns the pause before the next question. */
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
    const reply = await this.#provider.ask(healthRequest(this.#signer, Date.now()));
    if (this.#closing) return;
    if (reply.kind !== 'answer') return this.#unhealthy(reply.kind, reply.reason);
    if (meaningOfAnswer(reply.status, undefined).kind !== 'ok')
      return this.#unhealthy(`HTTP ${reply.status}`, `health request answered ${reply.status}`);
    this.#up = true;
    // Health is a word, work is proof: what answers and then fails again is asked less and less often.
    if (this.#failures < FAILURES_MAX) this.#asked = 0;
    this.#events.onUp();
    this.pump();
  }
}
