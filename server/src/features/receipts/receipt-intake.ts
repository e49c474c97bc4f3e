// Stores the receipts of one process in groups: while an insert runs, new receipts gather for the next one. The caller
// waits until the group is committed before it answers the operator.
import type { Platform } from '../../platform/platform.ts';
import type { ReceiptRow } from './receipt.ts';
import { storeReceipts } from './store-receipts.ts';

const GROUP_MAX = 2_000;

type Waiting = {
  readonly link: string;
  readonly row: ReceiptRow;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
};

type Needs = Pick<Platform, 'db' | 'bus' | 'log' | 'metrics'>;

export class ReceiptIntake {
  readonly #platform: Needs;
  #waiting: Waiting[] = [];
  #storing = false;

  constructor(platform: Needs) {
    this.#platform = platform;
  }

  /** `link`: name of the link. Resolves after COMMIT; rejects if the database is unavailable. */
  store(link: string, row: ReceiptRow): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ link, row, done, failed });
      if (!this.#storing) void this.#storeGroups();
    });
  }

  async #storeGroups(): Promise<void> {
    this.#storing = true;
    const { bus, log, metrics } = this.#platform;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, GROUP_MAX);
      this.#waiting = this.#waiting.slice(GROUP_MAX);
      try {
        await storeReceipts(
          this.#platform,
          group.map(({ row }) => row),
        );
        for (const { done } of group) done();
        for (const [link, rows] of Map.groupBy(group, (waiting) => waiting.link))
          metrics.count('volley_receipts_total', { link }, rows.length);
        bus.wake('record');
      } catch (error) {
        log.warn(
          { err: error, receipts: group.length },
          'receipts not stored; the operator is asked to send them again',
        );
        for (const { failed } of group) failed(error);
      }
    }
    this.#storing = false;
  }
}
