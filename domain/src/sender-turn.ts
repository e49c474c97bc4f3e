// Whose turn it is with a sender name, and what its partner may do with it now. Screens ask here, so that they never
// offer what the rules refuse.

import {
  isSenderFieldEditable,
  type Moderation,
  nextSenderStatus,
  type SenderField,
  type SenderStatus,
  senderStatusAt,
} from './sender-status.ts';

/** `nobody`: it is decided, or only time has to pass. */
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

/** A complete draft is taken to review by itself; an incomplete one waits for its documents. */
export function senderTurn(status: SenderStatus, isComplete: boolean, moderation: Moderation): SenderTurn {
  // Where nobody moderates, first use approves a name.
  if (moderation === 'auto' && nextSenderStatus(status, 'first-use') !== undefined) return 'nobody';
  return status === 'DRAFT' && !isComplete ? 'partner' : TURN[status];
}

const FIELDS: readonly SenderField[] = ['senderName', 'commonType', 'documentIds', 'dateFrom', 'dateTo'];

export type SenderActions = {
  readonly suspend: boolean;
  readonly unsuspend: boolean;
  /** By an end of validity. */
  readonly close: boolean;
  /** Takes a future end of validity back. */
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
    // Suspending works in every status; under a name that has ended there is nothing to stop.
    suspend: !sender.suspended && !ended,
    unsuspend: sender.suspended && !ended,
    close: edit.includes('dateTo'),
    keepOpen: edit.includes('dateTo') && sender.dateTo !== null,
    edit,
  };
}
