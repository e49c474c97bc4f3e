// The price of a whole file: its recipients are counted by the service batch by batch, the counts are added up, and
// the sum is priced in one question.
import type * as contract from '@volley/contract/console/estimate.ts';
import type { BodyOf, ReplyOf } from '@volley/contract/endpoint.ts';
import type { Questions } from './file/import-protocol.ts';

export type Summary = ReplyOf<typeof contract.estimateRecipients>;
export type Price = ReplyOf<typeof contract.priceEstimate>;
type Group = BodyOf<typeof contract.priceEstimate>['groups'][number];

export type FileEstimate = {
  readonly price: Price;
  readonly refused: Summary['refused'];
  readonly unserved: Summary['unserved'];
  readonly recipients: number;
};

type Ways = {
  readonly count: (row: number) => Promise<Questions['count']['answer']>;
  readonly price: (groups: readonly Group[]) => Promise<Price>;
  readonly onProgress: (recipients: number) => void;
};

const EXAMPLES_MAX = 10;

export async function estimateFile({ count, price, onProgress }: Ways): Promise<FileEstimate> {
  const sums = new Sums();
  let row: number | undefined = 1;
  let recipients = 0;
  while (row !== undefined) {
    const batch: Questions['count']['answer'] = await count(row);
    if (batch.summary !== undefined) sums.add(batch.summary);
    recipients += batch.recipients;
    onProgress(recipients);
    row = batch.nextRow;
  }
  return { price: await price(sums.groups), refused: sums.refused, unserved: sums.unserved, recipients };
}

class Sums {
  readonly #groups = new Map<string, Group>();
  readonly #refused = new Map<number, { errorCode: number; count: number; examples: readonly string[] }>();
  readonly #unserved = new Map<number, number>();

  add({ groups, refused, unserved }: Summary): void {
    for (const group of groups) {
      const { tariffId, brandId, senderId, trafficType, partsEach } = group;
      const key = `${tariffId}|${brandId}|${senderId}|${trafficType}|${partsEach}`;
      const before = this.#groups.get(key)?.messages ?? 0;
      this.#groups.set(key, { ...group, messages: before + group.messages });
    }
    for (const { errorCode, count, examples } of refused) {
      const before = this.#refused.get(errorCode) ?? { errorCode, count: 0, examples: [] };
      const kept = [...before.examples, ...examples].slice(0, EXAMPLES_MAX);
      this.#refused.set(errorCode, { errorCode, count: before.count + count, examples: kept });
    }
    for (const { brandId, count } of unserved) this.#unserved.set(brandId, (this.#unserved.get(brandId) ?? 0) + count);
  }

  get groups(): Group[] {
    return [...this.#groups.values()];
  }

  get refused() {
    return [...this.#refused.values()];
  }

  get unserved() {
    return Array.from(this.#unserved, ([brandId, count]) => ({ brandId, count }));
  }
}
