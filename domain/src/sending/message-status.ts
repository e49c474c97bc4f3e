// Statuses of a message. A status only moves forward: CREATED, SENT, then DELIVERED or FAILED. A receipt may arrive
// before the answer to the hand-over; the message then passes through SENT, so both times are stored.

export const MESSAGE_STATUSES = ['CREATED', 'SENT', 'DELIVERED', 'FAILED'] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Stored in the database: never renumber. */
export const MESSAGE_STATUS_CODES = {
  CREATED: 0,
  SENT: 1,
  DELIVERED: 2,
  FAILED: 3,
} as const satisfies Record<MessageStatus, number>;

export function messageStatusOfCode(code: number): MessageStatus | undefined {
  return MESSAGE_STATUSES[code];
}
