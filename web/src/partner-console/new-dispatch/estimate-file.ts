// Estimates a whole file: the server counts recipients batch by batch, then prices the sum in one request.
import type * as contract from '@volley/contract/console/estimate.ts';
import type { BodyOf, ReplyOf } from '@volley/contract/endpoint.ts';
import type { Questions } from './file/import-protocol.ts';

export type Summary = ReplyOf<typeof contract.estimateRecipients>;
export type Price = ReplyOf<typeof contract.priceEstimate>;
type Group = BodyOf<typeof contract.priceEstimate>['groups'][number];

export type FileCounts = {
  readonly groups: readonly Group[];
  readonly refused: Summary['refused'];
  readonly unserved: Summary['unserved'];
  readonly recipients: number;
};

export type FileEstimate = Omit<FileCounts, 'groups'> & { readonly price: Price };

type Ways = {
  readonly count: (row: number) => Promise<Questions['count']['answer']>;
  readonly onProgress: (recipients: number) => void;
};

const EXAMPLES_MAX = 10;

export async function countFile({ count, onProgress }: Ways): Promise<FileCounts> {
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
  return { groups: sums.groups, refused: sums.refused, unserved: sums.unserved, recipients };
}

type Refused = Summary['refused'][number];

function addedUp(classes: Refused['classes']): Refused['classes'] {
  const counts = new Map<Refused['classes'][number]['numberClass'], number>();
  for (const { numberClass, count } of classes) counts.set(numberClass, (counts.get(numberClass) ?? 0) + count);
  return Array.from(counts, ([numberClass, count]) => ({ numberClass, count }));
}

class Sums {
  readonly #groups = new Map<string, Group>();
  readonly #refused = new Map<number, Refused>();
  readonly #unserved = new Map<number, number>();

  add({ groups, refused, unserved }: Summary): void {
    for (const group of groups) {
      const { tariffId, brandId, senderId, trafficType, timezone, partsEach } = group;
      const key = `${tariffId}|${brandId}|${senderId}|${trafficType}|${timezone}|${partsEach}`;
      const before = this.#groups.get(key)?.messages ?? 0;
      this.#groups.set(key, { ...group, messages: before + group.messages });
    }
    for (const { errorCode, count, examples, classes } of refused) {
      const before = this.#refused.get(errorCode) ?? { errorCode, count: 0, examples: [], classes: [] };
      this.#refused.set(errorCode, {
        errorCode,
        count: before.count + count,
        examples: [...before.examples, ...examples].slice(0, EXAMPLES_MAX),
        classes: addedUp([...before.classes, ...classes]),
      });
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
