// Receipts of all SMPP links of this process. Each deliver_sm is answered when its receipt is committed; when
// the database is away the operator is told to try again later.
import { errorOfReceipt } from '@volley/domain/message-error.ts';
import { commandStatus } from '@volley/smpp/commands.ts';
import { type MessageIdForm, normalizeMessageId } from '@volley/smpp/message-id.ts';
import type { DeliverSm } from '@volley/smpp/pdus.ts';
import { parseReceipt } from '@volley/smpp/receipt.ts';
import { RECEIPT_STATES, type ReceiptRow } from '../../features/receipts/receipt.ts';
import { ReceiptIntake } from '../../features/receipts/receipt-intake.ts';
import type { Platform } from '../../platform/platform.ts';

const DESTINATION = /^[1-9]\d{4,14}$/;

export class ReceiptInbox {
  readonly #platform: Platform;
  readonly #intake: ReceiptIntake;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#intake = new ReceiptIntake(platform);
  }

  /** Resolves to the status of deliver_sm_resp. */
  take(linkId: number, idForm: MessageIdForm, pdu: DeliverSm): Promise<number> | number {
    const row = this.#read(linkId, idForm, pdu);
    if (row === undefined) return commandStatus.ok;
    return this.#intake.take(row).then(
      () => commandStatus.ok,
      () => commandStatus.messageQueueFull,
    );
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
}
