// A message only moves forward; DELIVERED and FAILED are final. A receipt that overtakes the hand-over mark passes
// through SENT, so both times are kept.

export const MESSAGE_STATUSES = ['CREATED', 'SENT', 'DELIVERED', 'FAILED'] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The form statuses are stored in; the order is part of the stored format. */
export const MESSAGE_STATUS_CODES = {
  CREATED: 0,
  SENT: 1,
  DELIVERED: 2,
  FAILED: 3,
} as const satisfies Record<MessageStatus, number>;

const MOVES: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  CREATED: ['SENT', 'FAILED'],
  SENT: ['DELIVERED', 'FAILED'],
  DELIVERED: [],
  FAILED: [],
};

export function canMove(from: MessageStatus, to: MessageStatus): boolean {
  return MOVES[from].includes(to);
}

/** The statuses to pass on the way, the last one included; empty when there is no way forward. */
export function movesBetween(from: MessageStatus, to: MessageStatus): readonly MessageStatus[] {
  if (canMove(from, to)) return [to];
  return canMove(from, 'SENT') && canMove('SENT', to) ? ['SENT', to] : [];
}

export function isFinal(status: MessageStatus): boolean {
  return MOVES[status].length === 0;
}

export function messageStatusOfCode(code: number): MessageStatus | undefined {
  return MESSAGE_STATUSES[code];
}
