// The turn of the month during the faults. Business time of a run begins shortly before a month ends and is moved past
// its end while batches are in flight. A separate company has a dispatch that was reserved in the old month and is due
// when the month turns; the budget of the new month is too small for it until it is raised.
import { formatDatetime } from '@volley/contract/datetime.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import { monthAfter } from '@volley/domain/senders/sender-validity.ts';
import { textAt } from '../harness/json.ts';
import type { PartnerClient } from '../harness/partner-client.ts';
import { waitFor } from '../harness/wait.ts';
import { withDatabase } from '../harness/with-database.ts';
import { dispatchText, type Subscribers } from '../subscribers.ts';
import { readCopies } from './copies.ts';
import type { ChaosDriver } from './driver.ts';

/** From the start of a run to the end of its month; the faults reach their middle sooner on any machine. */
const BEFORE_MS = 40 * 60_000;
/** Due time of the poor company's dispatch: before the end of the month and after the middle of the faults. */
const DUE_BEFORE_MS = 5 * 60_000;
/** Numbers not used elsewhere in a run. */
const FIRST = 20_000_000;
/** A budget below the price of one message. */
const LITTLE = 0.01;
const PATIENCE_MS = 300_000;

const turnAfter = (nowMs: number): number => Date.parse(`${monthAfter(billingMonth(nowMs))}T00:00:00+03:00`);

/** Offset of business time from real time at the start of a run. */
export const secondsToEve = (nowMs: number): number =>
  Math.floor((turnAfter(nowMs + BEFORE_MS) - BEFORE_MS - nowMs) / 1_000);

export type TurnRecord = {
  readonly from: string;
  readonly to: string;
  /** Numbers that operators had when the month turned. */
  readonly takenBefore: ReadonlySet<string>;
  readonly poor: number;
  /** Messages of the poor company that were not sent while its budget was too small. */
  readonly waited: number;
};

type Stage = { readonly databaseUrl: string; readonly acceptLog: string; readonly say: (what: string) => void };

export class MonthTurn {
  readonly #stage: Stage;
  readonly #poor: PartnerClient;
  readonly #driver: ChaosDriver;
  #record: TurnRecord = { from: '', to: '', takenBefore: new Set(), poor: 0, waited: 0 };
  #dispatchId = 0;

  constructor(stage: Stage, poor: PartnerClient, driver: ChaosDriver) {
    this.#stage = stage;
    this.#poor = poor;
    this.#driver = driver;
  }

  get record(): TurnRecord {
    return this.#record;
  }

  /** Starts the dispatch of the poor company, then removes its budget. */
  async prepare(messages: number, subscribers: Subscribers, callbackUrl: string): Promise<void> {
    const turnMs = turnAfter((await this.#now()).getTime());
    const schedule = {
      startAt: formatDatetime(new Date(turnMs - DUE_BEFORE_MS)),
      hours: Array.from({ length: 24 }, (_, hour) => hour),
      days: Array.from({ length: 7 }, (_, day) => day + 1),
    };
    const draft = { name: 'at the end of the month', text: dispatchText, callbackUrl, schedule };
    const { id } = await this.#driver.createDispatch(draft, subscribers.recipients(FIRST, messages));
    await this.#driver.startDispatch(id);
    await this.#setBudget(LITTLE);
    this.#dispatchId = id;
    const from = billingMonth(turnMs - 1);
    this.#record = { ...this.#record, from, to: monthAfter(from), poor: messages };
  }

  /** Moves business time to the first of the month, in any state of the API. */
  async turn(): Promise<void> {
    const { from, to } = this.#record;
    if (billingMonth((await this.#now()).getTime()) !== from)
      throw new Error(`${from} was over before its turn: the storm took longer than ${BEFORE_MS / 60_000} minutes`);
    this.#record = { ...this.#record, takenBefore: new Set(readCopies(this.#stage.acceptLog).keys()) };
    // A broken call may have moved the clock: the database is queried before each call.
    await waitFor(
      'the month to turn',
      async () => {
        const nowMs = (await this.#now()).getTime();
        if (billingMonth(nowMs) === to) return true;
        const advanceSeconds = Math.ceil((turnAfter(nowMs) - nowMs) / 1_000);
        await this.#poor.call('POST', '/sandbox/v1/clock', { advanceSeconds });
        return undefined;
      },
      { timeoutMs: PATIENCE_MS },
    );
  }

  /** Raises the budget once the service reports that the dispatch waits for it. */
  async raise(): Promise<void> {
    const waiting = async () => {
      const answer = await this.#poor.call('GET', `/dispatches/${this.#dispatchId}`);
      return textAt(answer, 'waitingFor') === 'budget';
    };
    await waitFor('the poor dispatch to wait for its budget', waiting, { timeoutMs: PATIENCE_MS });
    const waited = await this.#countUnsent();
    this.#record = { ...this.#record, waited };
    this.#stage.say(`${waited} messages wait for the budget of ${this.#record.to}`);
    await this.#setBudget(null);
  }

  async #setBudget(budget: number | null): Promise<void> {
    const set = async () =>
      (await this.#poor.call('PUT', `/company/${this.#poor.companyId}`, { budget })) !== undefined;
    await waitFor('the budget to be set', set, { timeoutMs: PATIENCE_MS });
  }

  async #now(): Promise<Date> {
    return (await this.#ask<{ now: Date }>('select business_now() as now')).now;
  }

  async #countUnsent(): Promise<number> {
    const question = 'select count(*)::integer as count from messages where dispatch_id = $1 and sent_at is null';
    return (await this.#ask<{ count: number }>(question, [this.#dispatchId])).count;
  }

  #ask<Row extends object>(question: string, values: readonly unknown[] = []): Promise<Row> {
    const ask = () =>
      withDatabase(this.#stage.databaseUrl, async (client) => (await client.query<Row>(question, [...values])).rows[0]);
    return waitFor(question, ask, { timeoutMs: PATIENCE_MS });
  }
}
