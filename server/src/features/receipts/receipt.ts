import type { SaidCost } from '@volley/domain/money/message-cost.ts';

/**
 * Stored states of receipts. A read message is also delivered. `sent` only proves that the provider has the message.
 */
export const RECEIPT_STATES = { sent: 1, delivered: 2, undelivered: 3, unsent: 4, read: 5 } as const;

export type ReceiptRow = {
  /** The account at the operator: a receipt may arrive over any link of the account. */
  accountId: number;
  operatorMessageId: string;
  state: number;
  errorCode: number | null;
  /** The provider's own code of a failure. */
  providerCode: string | null;
  destination: string | null;
  reference: number | null;
  receivedAt: Date;
  /** The provider's word about its charge; absent: none. */
  saidCost?: SaidCost | undefined;
};

/** The operator id of one part of a message. */
export type OperatorRef = {
  accountId: number;
  operatorMessageId: string;
  messageId: string;
  part: number;
  parts: number;
};
