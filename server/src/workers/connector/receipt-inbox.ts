// Receipts of all links of this process, stored in groups: one insert runs, the rest gather for the next.
// Each deliver_sm is answered when its group is committed; when the database is away the operator is told
// to try again later.
import { errorOfReceipt } from '@volley/domain/message-error.ts';
import { commandStatus } from '@volley/smpp/commands.ts';
import { type MessageIdForm, normalizeMessageId } from '@volley/smpp/message-id.ts';
import type { DeliverSm } from '@volley/smpp/pdus.ts';
import { parseReceipt } from '@volley/smpp/receipt.ts';
import { RECEIPT_STATES, type ReceiptRow } from '../../features/receipts/receipt.ts';
import { storeReceipts } from '../../features/receipts/store-receipts.ts';
import type { Platform } from '../../platform/platform.ts';

const GROUP_MAX = 2_000;
const DESTINATION = /^[1-9]\d{4,14}$/;

type Waiting = { readonly row: ReceiptRow; readonly answer: (status: number) => void };

export class ReceiptInbox {
  readonly #platform: Platform;
  #waiting: Waiting[] = [];
  #storing = false;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Resolves to the status of deliver_sm_resp. */
  take(linkId: number, idForm: MessageIdForm, pdu: DeliverSm): Promise<number> | number {
    const row = this.#read(linkId, idForm, pdu);
    if (row === undefined) return commandStatus.ok;
    return new Promise((answer) => {
      this.#waiting.push({ row, answer });
      if (!this.#storing) void this.#store();
    });
  }

  #read(linkId: number, idForm: MessageIdForm, pdu: DeliverSm): ReceiptRow | undefined {
    const receipt = parseReceipt(pdu);
    if (receipt === undefined || receipt.intermediate) return undefined;
    const meaning = errorOfReceipt(receipt.state, receipt.errorCode);
    if (meaning.state === 'none') return undefined;
    return {
      linkId,
      operatorMessageId: normalizeMessageId(receipt.messageId, idForm),
      state: RECEIPT_STATES[meaning.state],
      errorCode: meaning.errorCode ?? null,
      destination: DESTINATION.test(pdu.sourceAddr) ? pdu.sourceAddr : null,
      reference: receipt.userMessageReference ?? null,
      receivedAt: this.#platform.clock.now(),
    };
  }

  async #store(): Promise<void> {
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
        for (const { answer } of group) answer(commandStatus.ok);
        for (const [linkId, rows] of Map.groupBy(group, ({ row }) => row.linkId)) {
          metrics.count('volley_receipts_total', { link: String(linkId) }, rows.length);
        }
        bus.ring('record');
      } catch (error) {
        log.warn(
          { err: error, receipts: group.length },
          'receipts not stored; the operator is asked to send them again',
        );
        for (const { answer } of group) answer(commandStatus.messageQueueFull);
      }
    }
    this.#storing = false;
  }
}
