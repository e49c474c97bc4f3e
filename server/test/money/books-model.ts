// The expected ledger in the simplest form: an array of all messages, and sums computed from it for every question.
import type { PricingModel } from '@volley/domain/money/tariff.ts';
import type { Recipient, Steps } from './books.ts';

export type ModelTariff = { readonly id: number; readonly model: PricingModel; readonly steps: Steps };

export type ModelMessage = Recipient & {
  readonly dispatch: number;
  readonly tariff: ModelTariff;
  readonly month: number;
  readonly reserved: number;
  state: 'created' | 'sent' | 'final';
  due: number;
  package: number;
  price: number;
};

export class BooksModel {
  readonly messages: ModelMessage[] = [];
  readonly corrections = new Map<number, number>();
  budget: number | undefined;
  month = 0;
  dispatches = 0;

  #of(month: number): ModelMessage[] {
    return this.messages.filter((message) => message.month === month);
  }

  /** Recipients under MAU, messages under SCALED. */
  count(month: number, model: PricingModel): number {
    const handed = this.#of(month).filter(({ tariff, due }) => tariff.model === model && due >= 0);
    return model === 'MAU' ? new Set(handed.map(({ destination }) => destination)).size : handed.length;
  }

  spent(month: number): number {
    const corrected = this.corrections.get(month) ?? 0;
    return this.#of(month).reduce((sum, message) => sum + message.price + message.package, corrected);
  }

  reserved(month: number): number {
    const open = this.#of(month).filter(({ state }) => state !== 'final');
    return open.reduce((sum, message) => sum + message.reserved, 0) + this.#packagesAhead(month, open);
  }

  #packagesAhead(month: number, open: readonly ModelMessage[]): number {
    const waiting = open.filter(({ state, tariff }) => state === 'created' && tariff.model === 'MAU');
    const count = this.count(month, 'MAU');
    let sum = 0;
    for (const tariff of new Set(waiting.map((message) => message.tariff)))
      for (const [from, , batch = 0] of tariff.steps)
        if (Math.max(from, 1) > count && Math.max(from, 1) <= count + waiting.length) sum += batch;
    return sum;
  }

  priceAt(tariff: ModelTariff, count: number): number {
    const reached = tariff.steps.filter(([from]) => from <= count);
    return reached.at(-1)?.[1] ?? 0;
  }

  #dearest(tariff: ModelTariff): number {
    const count = tariff.model === 'FIXED' ? 0 : this.count(this.month, tariff.model);
    const ahead = tariff.steps.filter(([from]) => from > count).map(([, price]) => price);
    return Math.max(this.priceAt(tariff, count), ...ahead);
  }

  /** Whether the budget allows the start. */
  start(tariff: ModelTariff, recipients: readonly Recipient[]): boolean {
    const part = this.#dearest(tariff);
    const fresh = recipients.map(
      (recipient): ModelMessage => ({
        ...recipient,
        dispatch: this.dispatches,
        tariff,
        month: this.month,
        reserved: part * recipient.parts,
        state: 'created',
        due: -1,
        package: 0,
        price: 0,
      }),
    );
    this.messages.push(...fresh);
    const fits = this.budget === undefined || this.reserved(this.month) + this.spent(this.month) <= this.budget;
    if (!fits) this.messages.splice(-fresh.length);
    else this.dispatches += 1;
    return fits;
  }

  handOver(message: ModelMessage): void {
    if (message.state !== 'created') return;
    const { tariff, month } = message;
    const before = this.count(month, tariff.model);
    const price = tariff.model === 'FIXED' ? (tariff.steps[0]?.[1] ?? 0) : this.priceAt(tariff, before);
    message.state = 'sent';
    message.due = price * message.parts;
    const after = this.count(month, tariff.model);
    if (tariff.model === 'MAU')
      for (const [from, , batch = 0] of tariff.steps)
        if (Math.max(from, 1) > before && Math.max(from, 1) <= after) message.package += batch;
  }

  fail(message: ModelMessage): void {
    if (message.state === 'created') message.state = 'final';
  }

  end(message: ModelMessage, charged: boolean): void {
    if (message.state !== 'sent') return;
    message.state = 'final';
    message.price = charged ? message.due : 0;
  }
}
