// The party that must act next on a sender name, and the actions its partner may take now. Screens use this to offer
// only allowed actions.

import {
  isSenderFieldEditable,
  type Moderation,
  nextSenderStatus,
  type SenderField,
  type SenderStatus,
  senderStatusAt,
} from './sender-status.ts';

/** The last value: the name is decided, or waits for a date. */
export const SENDER_TURNS = ['partner', 'platform', 'operator', 'nobody'] as const;

export type SenderTurn = (typeof SENDER_TURNS)[number];

const TURN: Readonly<Record<SenderStatus, SenderTurn>> = {
  DRAFT: 'platform',
  PRE_REVIEW: 'platform',
  INTERNAL_REVIEW: 'platform',
  EXTERNAL_REVIEW: 'operator',
  AWAITING: 'nobody',
  APPROVED: 'nobody',
  REJECTED: 'partner',
  DENIED: 'nobody',
  CLOSED: 'nobody',
};

/** A complete draft goes to review without further action; an incomplete draft waits for documents. */
export function senderTurn(status: SenderStatus, isComplete: boolean, moderation: Moderation): SenderTurn {
  // With automatic moderation the first use approves a name.
  if (moderation === 'auto' && nextSenderStatus(status, 'first-use') !== undefined) return 'nobody';
  return status === 'DRAFT' && !isComplete ? 'partner' : TURN[status];
}

const FIELDS: readonly SenderField[] = ['senderName', 'commonType', 'documentIds', 'dateFrom', 'dateTo'];

export type SenderActions = {
  readonly suspend: boolean;
  readonly unsuspend: boolean;
  /** Sets an end of validity. */
  readonly close: boolean;
  /** Removes a future end of validity. */
  readonly keepOpen: boolean;
  readonly edit: readonly SenderField[];
};

type Named = {
  readonly status: SenderStatus;
  readonly suspended: boolean;
  readonly dateTo: Date | null;
};

export function senderActions(sender: Named, nowMs: number, moderation: Moderation): SenderActions {
  const status = senderStatusAt(sender, nowMs);
  const edit = FIELDS.filter((field) => isSenderFieldEditable(field, status, moderation));
  const ended = status === 'CLOSED' || status === 'DENIED';
  return {
    // Suspension is allowed in every status, but an ended name has no traffic to stop.
    suspend: !sender.suspended && !ended,
    unsuspend: sender.suspended && !ended,
    close: edit.includes('dateTo'),
    keepOpen: edit.includes('dateTo') && sender.dateTo !== null,
    edit,
  };
}
