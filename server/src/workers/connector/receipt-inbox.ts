// Receipts of all SMPP links of this process. A deliver_sm is answered after its receipt is committed; if the database
// is unavailable, the answer asks the operator to retry.

import { readProviderCode } from '@volley/domain/links/provider-answer.ts';
import { errorOfReceipt } from '@volley/domain/sending/message-error.ts';
import { commandStatus } from '@volley/smpp/codec/commands.ts';
import { type MessageIdForm, normalizeMessageId } from '@volley/smpp/codec/message-id.ts';
import type { DeliverSm } from '@volley/smpp/codec/pdus.ts';
import { parseReceipt } from '@volley/smpp/texts/receipt.ts';
import { MalformedPdus } from '../../features/receipts/malformed-pdus.ts';
import { RECEIPT_STATES, type ReceiptRow } from '../../features/receipts/receipt.ts';
import { ReceiptIntake } from '../../features/receipts/receipt-intake.ts';
import type { Platform } from '../../platform/platform.ts';
import { countUnknownWord } from './unknown-codes.ts';

const DESTINATION = /^[1-9]\d{4,14}$/;

/** The link that brought a receipt. */
export type ReceiptLink = { readonly name: string; readonly accountId: number; readonly idForm: MessageIdForm };

export class ReceiptInbox {
  readonly #platform: Platform;
  readonly #intake: ReceiptIntake;
  readonly #malformed: MalformedPdus;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#intake = new ReceiptIntake(platform);
    this.#malformed = new MalformedPdus(platform);
  }

  /** Resolves to the status of deliver_sm_resp. */
  store(link: ReceiptLink, pdu: DeliverSm): Promise<number> | number {
    const row = this.#read(link, pdu);
    if (row === undefined) return commandStatus.ok;
    return this.#intake.store(link.name, row).then(
      () => commandStatus.ok,
      () => commandStatus.messageQueueFull,
    );
  }

  recordMalformed(link: { readonly id: number; readonly name: string }, raw: Buffer): void {
    this.#malformed.record(link, raw);
  }

  close(): Promise<void> {
    return this.#malformed.store();
  }

  #read({ name, accountId, idForm }: ReceiptLink, pdu: DeliverSm): ReceiptRow | undefined {
    const receipt = parseReceipt(pdu);
    if (receipt === undefined || receipt.intermediate) return undefined;
    if (receipt.unknownWord !== undefined) countUnknownWord(this.#platform.metrics, name, receipt.unknownWord);
    const meaning = errorOfReceipt(receipt.state, receipt.errorCode);
    if (meaning.state === 'none') return undefined;
    return {
      accountId,
      operatorMessageId: normalizeMessageId(receipt.messageId, idForm),
      state: RECEIPT_STATES[meaning.state],
      errorCode: meaning.errorCode ?? null,
      providerCode: meaning.errorCode === undefined ? null : (readProviderCode(receipt.errorCode) ?? null),
      destination: DESTINATION.test(pdu.sourceAddr) ? pdu.sourceAddr : null,
      reference: receipt.userMessageReference ?? null,
      receivedAt: this.#platform.clock.now(),
    };
  }
}
