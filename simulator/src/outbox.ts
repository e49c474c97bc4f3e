// Store and forward for deliveries of the message center. Guarantee: an item is removed only when a session
// acknowledged it with status 0 or refused it permanently; after a lost connection it is resent first, after a
// temporary refusal it is resent after a pause. At most the window of a session is unanswered; further items wait here.

import { commandStatus, noAnswer } from '@volley/smpp/codec/commands.ts';
import type { SmppSession } from '@volley/smpp/session/session.ts';
import { DelayWheel } from './delay-wheel.ts';
import type { Delivery } from './spoil.ts';

export type OutboxEvents<Item> = {
  toDelivery(item: Item): Delivery;
  onSent(item: Item): void;
  onAcked(item: Item): void;
  onRefused(item: Item): void;
  /** Permanently refused: not resent. */
  onRejected(item: Item): void;
  /** Index of the session for the next item; undefined: round robin. */
  chooseSession(sessions: number): number | undefined;
  /** True: nothing is sent until the next `pump`. */
  isHeld(): boolean;
};

const refusedPauseMs = 1_000;
const compactAt = 4_096;
const rejections: ReadonlySet<number> = new Set([
  commandStatus.permanentReceiverError,
  commandStatus.rejectedByReceiver,
]);

export class Outbox<Item> {
  readonly #events: OutboxEvents<Item>;
  readonly #delayed = new DelayWheel<Item>((items) => {
    for (const item of items) this.#ready.push(item);
    this.pump();
  });
  readonly #sessions: SmppSession[] = [];
  #ready: Item[] = [];
  #readyAt = 0;
  #again: Item[] = [];
  #unanswered = 0;
  /** Answers to items removed by `clear` must not bring them back. */
  #generation = 0;

  constructor(events: OutboxEvents<Item>) {
    this.#events = events;
  }

  /** Number of unacknowledged items. */
  get waiting(): number {
    return this.#delayed.size + this.#ready.length - this.#readyAt + this.#again.length + this.#unanswered;
  }

  add(item: Item, delayMs: number): void {
    if (delayMs > 0) {
      this.#delayed.add(item, delayMs);
      return;
    }
    this.#ready.push(item);
    this.pump();
  }

  attach(session: SmppSession): void {
    this.#sessions.push(session);
    session.onCapacity(() => this.pump());
    this.pump();
  }

  detach(session: SmppSession): void {
    const at = this.#sessions.indexOf(session);
    if (at >= 0) this.#sessions.splice(at, 1);
    this.pump();
  }

  clear(): void {
    this.#generation += 1;
    this.#delayed.clear();
    this.#ready = [];
    this.#readyAt = 0;
    this.#again = [];
    this.#unanswered = 0;
  }

  pump(): void {
    while (!this.#events.isHeld() && (this.#again.length > 0 || this.#readyAt < this.#ready.length)) {
      const session = this.#sessionWithCapacity();
      if (session === undefined) return;
      const item = this.#take();
      if (item !== undefined) this.#send(session, item);
    }
  }

  #sessionWithCapacity(): SmppSession | undefined {
    const first = this.#sessions[0];
    if (first === undefined || (first.hasCapacity && this.#sessions.length === 1)) return first;
    const chosen = this.#events.chooseSession(this.#sessions.length);
    // Waits for a full session: using another session would skew the random choice.
    if (chosen !== undefined) return this.#sessions[chosen]?.hasCapacity ? this.#sessions[chosen] : undefined;
    const at = this.#sessions.findIndex((session) => session.hasCapacity);
    const [found] = at >= 0 ? this.#sessions.splice(at, 1) : [];
    // Moves to the end, so that several sessions share the work.
    if (found !== undefined) this.#sessions.push(found);
    return found;
  }

  #take(): Item | undefined {
    const repeated = this.#again.pop();
    if (repeated !== undefined) return repeated;
    const item = this.#ready[this.#readyAt];
    this.#readyAt += 1;
    if (this.#readyAt === this.#ready.length) {
      this.#ready = [];
      this.#readyAt = 0;
    } else if (this.#readyAt >= compactAt && this.#readyAt * 2 > this.#ready.length) {
      this.#ready = this.#ready.slice(this.#readyAt);
      this.#readyAt = 0;
    }
    return item;
  }

  #send(session: SmppSession, item: Item): void {
    const generation = this.#generation;
    this.#unanswered += 1;
    this.#events.onSent(item);
    const { pdu, write } = this.#events.toDelivery(item);
    const onResult = (status: number): void => {
      if (generation === this.#generation) this.#settle(item, status);
    };
    session.deliverWith(pdu, onResult, write);
  }

  #settle(item: Item, status: number): void {
    this.#unanswered -= 1;
    if (status === 0) this.#events.onAcked(item);
    else if (status === noAnswer) this.#again.push(item);
    else if (rejections.has(status)) this.#events.onRejected(item);
    else {
      this.#events.onRefused(item);
      this.#delayed.add(item, refusedPauseMs);
    }
  }
}
