/** How a receipt ends a message, as stored. What was read has been delivered. */
export const RECEIPT_STATES = { delivered: 2, undelivered: 3, unsent: 4, read: 5 } as const;

export type ReceiptRow = {
  /** Whose receipt it is: an operator hands it to any link of the account. */
  accountId: number;
  operatorMessageId: string;
  state: number;
  errorCode: number | null;
  destination: string | null;
  reference: number | null;
  receivedAt: Date;
};

/** An id that the operator gave to one part of a message. */
export type OperatorRef = {
  accountId: number;
  operatorMessageId: string;
  messageId: string;
  part: number;
  parts: number;
};
