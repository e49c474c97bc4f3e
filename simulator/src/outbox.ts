// Store and forward of what the message centre has to deliver. Guarantee: an item leaves only when a session has
// acknowledged it with status 0 or refused it for good; one whose connection was lost is sent again first, one that was
// refused for now is sent again after a pause. At most the session's window is unanswered, the rest waits here.

import { commandStatus, noAnswer } from '@volley/smpp/commands.ts';
import type { SmppSession } from '@volley/smpp/session.ts';
import { DelayWheel } from './delay-wheel.ts';
import type { Delivery } from './spoil.ts';

export type OutboxEvents<Item> = {
  toDelivery(item: Item): Delivery;
  onSent(item: Item): void;
  onAcked(item: Item): void;
  onRefused(item: Item): void;
  /** Refused for good: it is not sent again. */
  onRejected(item: Item): void;
  /** Which of so many sessions gets the next item; undefined: they take turns. */
  chooseSession(sessions: number): number | undefined;
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
  /** Answers that belong to items forgotten by `clear` must not bring them back. */
  #generation = 0;

  constructor(events: OutboxEvents<Item>) {
    this.#events = events;
  }

  /** Everything that is not acknowledged yet. */
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
    session.onRoom(() => this.pump());
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
    while (this.#again.length > 0 || this.#readyAt < this.#ready.length) {
      const session = this.#sessionWithRoom();
      if (session === undefined) return;
      const item = this.#take();
      if (item !== undefined) this.#send(session, item);
    }
  }

  #sessionWithRoom(): SmppSession | undefined {
    const first = this.#sessions[0];
    if (first === undefined || (first.hasRoom && this.#sessions.length === 1)) return first;
    const chosen = this.#events.chooseSession(this.#sessions.length);
    // A full session is waited for: another one must not get what was meant for it more often.
    if (chosen !== undefined) return this.#sessions[chosen]?.hasRoom ? this.#sessions[chosen] : undefined;
    const at = this.#sessions.findIndex((session) => session.hasRoom);
    const [found] = at >= 0 ? this.#sessions.splice(at, 1) : [];
    // To the end of the row, so that several sessions share the work.
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
