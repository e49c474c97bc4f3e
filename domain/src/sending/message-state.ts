// States of a message as screens count them: accepted = queued + with the operator + delivered + failed. A state maps
// one to one to a status.
import type { MessageStatus } from './message-status.ts';

export const MESSAGE_STATES = ['queued', 'withOperator', 'delivered', 'failed'] as const;

export type MessageState = (typeof MESSAGE_STATES)[number];

const OF_STATUS = {
  CREATED: 'queued',
  SENT: 'withOperator',
  DELIVERED: 'delivered',
  FAILED: 'failed',
} as const satisfies Record<MessageStatus, MessageState>;

const STATUS_OF = {
  queued: 'CREATED',
  withOperator: 'SENT',
  delivered: 'DELIVERED',
  failed: 'FAILED',
} as const satisfies Record<MessageState, MessageStatus>;

export function stateOfStatus(status: MessageStatus): MessageState {
  return OF_STATUS[status];
}

export function statusOfState(state: MessageState): MessageStatus {
  return STATUS_OF[state];
}

/** Counters of messages. `sent` includes messages that ended later; `unsent` failed before the hand-over. */
export type MovedCounts = {
  readonly total: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly unsent: number;
};

export type StateCounts = Readonly<Record<MessageState, number>> & { readonly accepted: number };

export function countsByState(moved: MovedCounts): StateCounts {
  return {
    accepted: moved.total,
    queued: moved.total - moved.sent - moved.unsent,
    withOperator: moved.sent - moved.delivered - (moved.failed - moved.unsent),
    delivered: moved.delivered,
    failed: moved.failed,
  };
}
