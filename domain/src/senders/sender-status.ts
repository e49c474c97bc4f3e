// Life cycle of a sender name. Only review moves a name forward. With `auto` moderation a name is usable before its
// approval, and its first use approves it.

export const SENDER_STATUSES = [
  'DRAFT',
  'PRE_REVIEW',
  'INTERNAL_REVIEW',
  'EXTERNAL_REVIEW',
  'AWAITING',
  'APPROVED',
  'REJECTED',
  'DENIED',
  'CLOSED',
] as const;

export type SenderStatus = (typeof SENDER_STATUSES)[number];

export const SENDER_EVENTS = [
  'submit', // the request is complete
  'take', // a moderator claims it
  'forward', // sent to the operator
  'accept', // the operator accepts, dateFrom reached
  'accept-later', // the operator accepts, dateFrom ahead
  'begin', // dateFrom reached
  'reject', // may be corrected
  'correct', // the partner changes the request
  'deny', // final
  'close', // dateTo reached; final
  'first-use', // automatic moderation only
] as const;

export type SenderEvent = (typeof SENDER_EVENTS)[number];

export type Moderation = 'manual' | 'auto';

const early = { close: 'CLOSED', 'first-use': 'APPROVED' } as const;

const MOVES: Readonly<Record<SenderStatus, Readonly<Partial<Record<SenderEvent, SenderStatus>>>>> = {
  DRAFT: { submit: 'PRE_REVIEW', ...early },
  PRE_REVIEW: { take: 'INTERNAL_REVIEW', reject: 'REJECTED', ...early },
  INTERNAL_REVIEW: { forward: 'EXTERNAL_REVIEW', reject: 'REJECTED', ...early },
  EXTERNAL_REVIEW: { accept: 'APPROVED', 'accept-later': 'AWAITING', reject: 'REJECTED', deny: 'DENIED', ...early },
  AWAITING: { begin: 'APPROVED', ...early },
  APPROVED: { deny: 'DENIED', close: 'CLOSED' },
  REJECTED: { correct: 'PRE_REVIEW', close: 'CLOSED' },
  DENIED: {},
  CLOSED: {},
};

export function nextSenderStatus(from: SenderStatus, event: SenderEvent): SenderStatus | undefined {
  return MOVES[from][event];
}

/** A name counts as closed from the end of its validity, before the stored status changes. */
export function senderStatusAt(
  sender: { status: SenderStatus; dateTo: Date | number | null },
  nowMs: number,
): SenderStatus {
  if (sender.dateTo === null || nowMs < Number(sender.dateTo)) return sender.status;
  return nextSenderStatus(sender.status, 'close') ?? sender.status;
}

/** `dateTo`: the first instant at which the name is not valid. */
export function isSenderUsable(
  sender: { status: SenderStatus; suspended: boolean; dateTo: Date | number | null },
  nowMs: number,
  moderation: Moderation,
): boolean {
  if (sender.suspended) return false;
  if (sender.dateTo !== null && nowMs >= Number(sender.dateTo)) return false;
  return sender.status === 'APPROVED' || (moderation === 'auto' && 'first-use' in MOVES[sender.status]);
}

export type SenderObstacle = 'suspended' | 'closed' | 'denied' | 'rejected' | 'in-review';

/**
 * Why a dispatch under a name cannot be created. A name accepted for a later date is no obstacle: its messages wait
 * for that date.
 */
export function senderObstacle(
  sender: { status: SenderStatus; suspended: boolean; dateTo: Date | number | null },
  nowMs: number,
  moderation: Moderation,
): SenderObstacle | undefined {
  if (sender.suspended) return 'suspended';
  const obstacle = OBSTACLES[senderStatusAt(sender, nowMs)];
  return obstacle === 'in-review' && moderation === 'auto' ? undefined : obstacle;
}

const OBSTACLES: Readonly<Record<SenderStatus, Exclude<SenderObstacle, 'suspended'> | undefined>> = {
  DRAFT: 'in-review',
  PRE_REVIEW: 'in-review',
  INTERNAL_REVIEW: 'in-review',
  EXTERNAL_REVIEW: 'in-review',
  AWAITING: undefined,
  APPROVED: undefined,
  REJECTED: 'rejected',
  DENIED: 'denied',
  CLOSED: 'closed',
};

export type SenderField = 'senderName' | 'commonType' | 'documentIds' | 'dateFrom' | 'dateTo';

const request: readonly SenderStatus[] = ['DRAFT', 'PRE_REVIEW', 'INTERNAL_REVIEW', 'REJECTED'];
const beforeStart: readonly SenderStatus[] = [...request, 'EXTERNAL_REVIEW', 'AWAITING'];
const alive: readonly SenderStatus[] = [...beforeStart, 'APPROVED'];

export const SENDER_FIELD_EDITABLE_IN: Readonly<Record<SenderField, readonly SenderStatus[]>> = {
  senderName: request,
  commonType: request,
  documentIds: request,
  dateFrom: beforeStart,
  dateTo: alive,
};

/** With automatic moderation every field stays editable until the first use approves the name. */
export function isSenderFieldEditable(field: SenderField, status: SenderStatus, moderation: Moderation): boolean {
  if (moderation === 'auto' && beforeStart.includes(status)) return true;
  return SENDER_FIELD_EDITABLE_IN[field].includes(status);
}
