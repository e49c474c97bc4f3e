// State of a link for the database, the log and the metrics. A "down" never overtakes a later "up". All failed tries
// are counted, but logged and stored at most once per minute. The figures of the cell show the stored state.
import { isDeepStrictEqual } from 'node:util';
import { type LinkAnswer, LinkAnswers } from '@volley/domain/links/degraded-link.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { FailedTry, Link, SubmitResult } from '../../connectors/link-job.ts';
import { type LinkState, type OwnedLink, storeLinkState } from '../../features/operator-links/own-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { uuidTimeMs } from '../../platform/uuid-v7.ts';

const LOG_AGAIN_MS = 60_000;
const ERROR_LENGTH_MAX = 300;

type Needs = Pick<Platform, 'db' | 'instanceId' | 'bus' | 'clock' | 'log' | 'metrics'>;
type JudgedLink = Pick<OwnedLink, 'id' | 'name' | 'channel_type'> & Partial<Pick<OwnedLink, 'degraded_because'>>;

export class LinkHealth {
  readonly #platform: Needs;
  readonly #link: JudgedLink;
  readonly #answers: LinkAnswers;
  readonly #carrier: () => Pick<Link, 'isUp' | 'isProven'>;
  #downSinceMs: number | undefined = performance.now();
  #loggedAtMs: number | undefined;
  #failedTries = 0;
  #error: string | undefined;
  #stored: LinkState | undefined;
  #storing: Promise<void> = Promise.resolve();
  #closing = false;

  constructor(platform: Needs, link: JudgedLink, carrier: () => Pick<Link, 'isUp' | 'isProven'>) {
    this.#platform = platform;
    this.#link = link;
    this.#answers = new LinkAnswers(link.degraded_because ?? undefined);
    this.#carrier = carrier;
  }

  /** 0 while the link is up. A link that comes up and fails again at once counts as down all the time. */
  get downForMs(): number {
    return this.#downSinceMs === undefined ? 0 : performance.now() - this.#downSinceMs;
  }

  /** Call for every answer of the operator, by its name in the metrics. */
  answered(result: string): void {
    this.#platform.metrics.count('volley_submits_total', { link: this.#link.name, result });
    if (result === 'temporary') this.#judge('failed', 0);
  }

  /**
   * Call when a message is handed to the link; call the returned function with its result. `codeId`: id of a
   * verification code, which holds the time of its acceptance.
   */
  measure(codeId?: string): (result: SubmitResult) => void {
    if (codeId !== undefined) this.#observeWait(codeId);
    const sinceMs = performance.now();
    return (result) => {
      const tookMs = performance.now() - sinceMs;
      this.#platform.metrics.observe('volley_submit_seconds', tookMs / 1_000, { link: this.#link.name });
      if (result.kind === 'sent') this.#judge('taken', tookMs);
      else if (result.kind === 'doubt') this.#judge('doubt', tookMs);
      // Codes about the recipient or the text say nothing about the link.
      else if (result.kind === 'failed' && result.errorCode === ERROR.operatorFailure) this.#judge('failed', tookMs);
    };
  }

  #observeWait(messageId: string): void {
    const { clock, metrics } = this.#platform;
    const waitedMs = Math.max(0, clock.now().getTime() - uuidTimeMs(messageId));
    metrics.observe('volley_code_wait_seconds', waitedMs / 1_000, { channel: this.#link.channel_type });
  }

  #judge(answer: LinkAnswer, tookMs: number): void {
    const before = this.#answers.degraded;
    this.#answers.count(answer, tookMs, performance.now());
    const { degraded } = this.#answers;
    if (degraded === before) return;
    const link = this.#link.name;
    if (degraded === undefined) this.#platform.log.info({ link }, 'link recovered');
    else this.#platform.log.warn({ link, because: degraded }, 'link degraded');
    this.refresh();
  }

  up(): void {
    const downForSeconds = Math.round(this.downForMs / 1_000);
    this.#platform.log.info({ link: this.#link.name, downForSeconds, failedTries: this.#failedTries }, 'link up');
    this.#failedTries = 0;
    this.#loggedAtMs = undefined;
    this.refresh();
  }

  down(reason: string): void {
    const { log } = this.#platform;
    if (this.#closing) log.info({ link: this.#link.name }, 'link left');
    else {
      log.warn({ link: this.#link.name, reason }, 'link down');
      this.#error = reason.slice(0, ERROR_LENGTH_MAX);
    }
    this.refresh();
  }

  failedTry({ reason, text, nextTryMs }: FailedTry): void {
    const { log, metrics } = this.#platform;
    metrics.count('volley_link_bind_failures_total', { link: this.#link.name, reason });
    this.#failedTries += 1;
    const nowMs = performance.now();
    if (this.#loggedAtMs !== undefined && nowMs - this.#loggedAtMs < LOG_AGAIN_MS) return;
    this.#loggedAtMs = nowMs;
    this.#error = text.slice(0, ERROR_LENGTH_MAX);
    const { name } = this.#link;
    log.warn({ link: name, reason, error: text, failedTries: this.#failedTries, nextTryMs }, 'link not bound');
    this.refresh();
  }

  /** Publishes the current state; a later call stores a state whose storage failed. */
  refresh(): void {
    const { isUp: bound, isProven } = this.#carrier();
    if (isProven) this.#downSinceMs = undefined;
    else if (!bound) this.#downSinceMs ??= performance.now();
    if (this.#closing) return;
    this.#storing = this.#storing.then(() => this.#store());
  }

  /** Stores the state again if the row differs: another process may have owned the link during a lapsed lease. */
  compareRow(bound: boolean): void {
    if (this.#stored?.bound !== bound) this.#stored = undefined;
  }

  /** Call before a deliberate close: the following "down" is no failure. */
  leaving(): void {
    this.#closing = true;
  }

  async left(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#store());
    await this.#storing;
  }

  async #store(): Promise<void> {
    const { isUp: bound, isProven: proven } = this.#carrier();
    const degraded = this.#answers.degraded ?? null;
    const state: LinkState = { bound, proven, degraded, error: this.#error ?? null };
    if (isDeepStrictEqual(state, this.#stored)) return;
    try {
      await storeLinkState(this.#platform, this.#link.id, state);
      const cameUp = state.bound && this.#stored?.bound !== true;
      this.#stored = state;
      if (cameUp) this.#platform.bus.wake('pace');
    } catch (error) {
      this.#platform.log.warn({ err: error, link: this.#link.name }, 'link state not stored');
    }
  }
}
