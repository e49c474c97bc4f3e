// Stores raw PDUs that could not be parsed, as evidence. Limits: one insert per second with at most 1,000 PDUs, 4 KB
// per PDU, 1,000 PDUs per link, one week. PDUs beyond the insert limit are only counted.
import { inTransaction, type Tx } from '../../platform/database/database.ts';
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

  record(link: { readonly id: number; readonly name: string }, raw: Buffer): void {
    const { metrics, clock } = this.#platform;
    metrics.count('volley_malformed_pdus_total', { link: link.name });
    if (this.#portion.length >= PORTION_MAX) return;
    this.#portion.push({ linkId: link.id, receivedAt: clock.now(), pdu: raw.subarray(0, BYTES_MAX) });
    this.#timer ??= setTimeout(() => void this.store(), STORE_EVERY_MS);
  }

  /** Stores the recorded PDUs now; also the last call before the process ends. */
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
