// Raw PDUs that could not be used, kept as evidence. Bounded on every side: a portion of them once a second in one
// statement, the beginning of each, 1,000 per link, a week. What does not fit into a portion is counted and not kept.
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteMalformedBefore,
  deleteOldestMalformed,
  insertMalformedPdus,
  type MalformedPdu,
} from './malformed-pdus.sql.ts';

const STORE_EVERY_MS = 1_000;
const PORTION_MAX = 1_000;
const KEPT_PER_LINK = 1_000;
const KEPT_MS = 7 * 86_400_000;
const BYTES_MAX = 4_096;

type Needs = Pick<Platform, 'db' | 'log' | 'metrics' | 'clock'>;

export class MalformedPdus {
  readonly #platform: Needs;
  #portion: MalformedPdu[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Needs) {
    this.#platform = platform;
  }

  take(link: { readonly id: number; readonly name: string }, raw: Buffer): void {
    const { metrics, clock } = this.#platform;
    metrics.count('volley_malformed_pdus_total', { link: link.name });
    if (this.#portion.length >= PORTION_MAX) return;
    this.#portion.push({ linkId: link.id, receivedAt: clock.now(), pdu: raw.subarray(0, BYTES_MAX) });
    this.#timer ??= setTimeout(() => void this.store(), STORE_EVERY_MS);
  }

  /** Stores what has come in; the last call before the process ends leaves nothing behind. */
  async store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const portion = this.#portion;
    this.#portion = [];
    if (portion.length === 0) return;
    try {
      await inTransaction(this.#platform.db, async (tx) => {
        await insertMalformedPdus(tx, portion);
        await deleteOldestMalformed(tx, [...new Set(portion.map(({ linkId }) => linkId))], KEPT_PER_LINK);
      });
    } catch (error) {
      this.#platform.log.warn({ err: error, pdus: portion.length }, 'malformed PDUs not stored');
    }
  }
}

export function forgetMalformedPdus(tx: Tx): Promise<number> {
  return deleteMalformedBefore(tx, new Date(tx.now.getTime() - KEPT_MS));
}
