// An operator link over SMPP: a bound session that is re-established when it fails, limited by its rate and window. It
// pulls messages from its source when the window has free places.
import { ERROR, errorOfCommandStatus } from '@volley/domain/sending/message-error.ts';
import { noAnswer } from '@volley/smpp/codec/commands.ts';
import { type MessageIdForm, normalizeMessageId } from '@volley/smpp/codec/message-id.ts';
import type { DeliverSm, SubmitSm } from '@volley/smpp/codec/pdus.ts';
import { statusNameOrNumber } from '@volley/smpp/codec/status-name.ts';
import { type KeptConnection, keepConnected } from '@volley/smpp/reconnect.ts';
import { defaultReconnectDelays, type ReconnectDelays } from '@volley/smpp/reconnect-delay.ts';
import type { SmppSession } from '@volley/smpp/session/session.ts';
import {
  failedWith,
  type Link,
  type LinkEvents,
  type LinkJob,
  type Submission,
  type SubmitResult,
} from '../link-job.ts';
import { createLinkRate, type LinkRate } from '../link-rate.ts';
import { createSubmitWriter } from './submit-pdus.ts';

export type LinkSettings = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly mode: 'transceiver' | 'transmitter';
  readonly window: number;
  readonly ratePerSecond: number | null;
  readonly answerIdForm: MessageIdForm;
  readonly source: { readonly ton: number; readonly npi: number };
  readonly submitTimeoutMs: number;
  readonly retryMaxMs: number;
};

export type SmppEvents = LinkEvents & {
  onDeliverSm(pdu: DeliverSm): Promise<number> | number;
  /** A deliver_sm without any usable content; it has been refused. */
  onMalformed(raw: Buffer): void;
};

const QUEUE_FULL_TRIES_MAX = 5;
const TEMPORARY_TRIES_MAX = 3;
const RETRY_WAIT_MS = 500;
/** Back-off factor after refused credentials: many failed attempts lock an account. */
const CREDENTIALS_SLOWER = 5;

type OpenJob = {
  job: LinkJob;
  pdus: SubmitSm[];
  next: number;
  answered: number;
  onWire: number;
  ids: string[];
  tries: number;
  ended: boolean;
};
type Part = { readonly open: OpenJob; readonly at: number };

export class SmppLink implements Link {
  readonly #settings: LinkSettings;
  readonly #events: SmppEvents;
  readonly #rate: LinkRate;
  readonly #write: (submission: Submission) => SubmitSm[];
  readonly #again: Part[] = [];
  /** Parts that wait before another attempt. */
  readonly #pausing = new Set<Part>();
  readonly #connection: KeptConnection;
  #session: SmppSession | undefined;
  #current: OpenJob | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Parts without an answer. */
  #onWire = 0;
  #closing = false;

  constructor(settings: LinkSettings, events: SmppEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#rate = createLinkRate(settings.ratePerSecond, settings.window);
    this.#write = createSubmitWriter(settings.source);
    const { tls: _, ...plain } = settings;
    this.#connection = keepConnected({
      ...plain,
      ...tlsOf(settings),
      responseTimeoutMs: settings.submitTimeoutMs,
      delays: delaysUpTo(settings.retryMaxMs),
      onDeliverSm: (pdu) => events.onDeliverSm(pdu),
      onMalformed: (raw) => events.onMalformed(raw),
      onUp: (session) => this.#up(session),
      onDown: (reason) => this.#down(reason),
      onFailedTry: (failed) => events.onFailedTry(failed),
    });
  }

  get isUp(): boolean {
    return this.#session?.isBound ?? false;
  }

  /** A successful bind proves the link. */
  get isProven(): boolean {
    return this.isUp;
  }

  pump(): void {
    const session = this.#session;
    if (session === undefined) return;
    while (session.hasCapacity && this.#onWire < this.#rate.window && !this.#closing) {
      const part = this.#nextPart();
      if (part === undefined) return;
      if (!part.open.job.mayWrite()) {
        if (this.#again[0] === part) this.#again.shift();
        this.#giveBack(part.open);
        continue;
      }
      const waitMs = this.#rate.take(performance.now());
      if (waitMs > 0) return this.#pumpLater(waitMs);
      if (this.#again[0] === part) this.#again.shift();
      else this.#advance(part.open);
      this.#submit(session, part);
    }
  }

  /** Claims no more messages, waits for the answers of the window, unbinds. */
  async close(timeoutMs: number): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#timer);
    this.giveBackWaiting();
    if (this.#current !== undefined) this.#giveBack(this.#current);
    await this.#connection.stop(timeoutMs);
  }

  giveBackWaiting(): void {
    for (const { open } of [...this.#again.splice(0), ...this.#pausing]) this.#giveBack(open);
    this.#pausing.clear();
    if (this.#current?.next === 0) this.#giveBack(this.#current);
  }

  #giveBack(open: OpenJob): void {
    this.#finish(open, { kind: open.answered === 0 && open.onWire === 0 ? 'unsent' : 'doubt' });
  }

  #nextPart(): Part | undefined {
    const [first] = this.#again;
    if (first !== undefined) return first;
    this.#current ??= this.#open();
    return this.#current === undefined ? undefined : { open: this.#current, at: this.#current.next };
  }

  #advance(open: OpenJob): void {
    open.next += 1;
    if (open.next >= open.pdus.length) this.#current = undefined;
  }

  #open(): OpenJob | undefined {
    for (let job = this.#events.next(); job !== undefined; job = this.#events.next()) {
      try {
        return {
          job,
          pdus: this.#write(job.submission),
          next: 0,
          answered: 0,
          onWire: 0,
          ids: [],
          tries: 0,
          ended: false,
        };
      } catch {
        job.onResult({ kind: 'failed', errorCode: ERROR.internalFailure });
      }
    }
    return undefined;
  }

  #submit(session: SmppSession, { open, at }: Part): void {
    const pdu = open.pdus[at];
    if (pdu === undefined || open.ended) return;
    try {
      session.submitWith(pdu, (status, messageId) => this.#answered(open, at, status, messageId));
      open.onWire += 1;
      this.#onWire += 1;
    } catch {
      // A field that no PDU can carry: nothing was written.
      this.#finish(open, { kind: 'failed', errorCode: ERROR.internalFailure });
    }
  }

  #answered(open: OpenJob, part: number, status: number, messageId: string): void {
    open.onWire -= 1;
    this.#onWire -= 1;
    if (open.ended) return;
    if (status === noAnswer) return this.#finish(open, { kind: 'doubt' });
    const answer = errorOfCommandStatus(status);
    this.#events.onAnswer(answer.kind);
    if (answer.kind === 'ok') {
      this.#rate.accepted();
      open.ids[part] = normalizeMessageId(messageId, this.#settings.answerIdForm);
      open.answered += 1;
      if (open.answered === open.pdus.length) this.#finish(open, { kind: 'sent', operatorIds: open.ids });
      return;
    }
    if (answer.kind === 'permanent' || answer.kind === 'our-mistake')
      return this.#finish(open, failedWith(answer.errorCode ?? ERROR.operatorFailure, statusNameOrNumber(status)));
    this.#tryAgain({ open, at: part }, answer.kind, status);
  }

  #tryAgain(part: Part, why: 'throttled' | 'queue-full' | 'temporary', status: number): void {
    const { open } = part;
    if (why === 'throttled') this.#rate.throttled(performance.now());
    else open.tries += 1;
    if (open.tries >= (why === 'queue-full' ? QUEUE_FULL_TRIES_MAX : TEMPORARY_TRIES_MAX))
      return this.#giveUp(open, status);
    if (this.#closing) return this.#giveBack(open);
    if (why === 'throttled') return this.#sendAgain(part);
    this.#pausing.add(part);
    setTimeout(() => {
      if (this.#pausing.delete(part)) this.#sendAgain(part);
    }, RETRY_WAIT_MS);
  }

  #sendAgain(part: Part): void {
    this.#again.push(part);
    this.pump();
  }

  /** A message that the operator may have in part stays here until its doubt is resolved. */
  #giveUp(open: OpenJob, status: number): void {
    if (!open.job.submission.movable)
      return this.#finish(open, failedWith(ERROR.operatorFailure, statusNameOrNumber(status)));
    this.#finish(open, { kind: open.answered === 0 && open.onWire === 0 ? 'elsewhere' : 'doubt' });
  }

  #finish(open: OpenJob, result: SubmitResult): void {
    if (open.ended) return;
    open.ended = true;
    if (this.#current === open) this.#current = undefined;
    open.job.onResult(result);
  }

  #pumpLater(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.pump(), Math.ceil(waitMs));
  }

  #up(session: SmppSession): void {
    this.#session = session;
    session.onCapacity(() => this.pump());
    this.#events.onUp();
    this.pump();
  }

  #down(reason: string): void {
    this.#session = undefined;
    const open = this.#current;
    // A long message that is interrupted is in doubt; a message not begun waits for the next session.
    if (open !== undefined && open.next > 0) this.#finish(open, { kind: 'doubt' });
    this.#events.onDown(reason);
  }
}

function delaysUpTo(maxMs: number): ReconnectDelays {
  const { plainMs, credentialsMs } = defaultReconnectDelays;
  return {
    plainMs: plainMs.map((ms) => Math.min(ms, maxMs)),
    credentialsMs: credentialsMs.map((ms) => Math.min(ms, maxMs * CREDENTIALS_SLOWER)),
  };
}

function tlsOf({ tls, host }: LinkSettings) {
  return tls ? { tls: { servername: host } } : {};
}
