// Life cycle of a template. A submitted template is complete, so it starts in review; the further statuses are those of
// sender names.

import type { TrafficType } from '../money/tariff.ts';
import type { Moderation, SenderStatus } from '../senders/sender-status.ts';

/** A text that matches no template is advertising, so PROMO has no templates. */
export const TEMPLATE_TYPES = ['SERVICE', 'TRANSACT', 'AUTHORIZE'] as const satisfies readonly TrafficType[];

export type TemplateType = (typeof TEMPLATE_TYPES)[number];

export const TEMPLATE_STATUSES = [
  'INTERNAL_REVIEW',
  'EXTERNAL_REVIEW',
  'AWAITING',
  'APPROVED',
  'REJECTED',
  'DENIED',
  'CLOSED',
] as const satisfies readonly SenderStatus[];

export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

export type TemplateEvent =
  | 'forward' // sent to the operator
  | 'accept' // the operator accepts, dateFrom reached
  | 'accept-later' // the operator accepts, dateFrom ahead
  | 'begin' // dateFrom reached
  | 'reject' // may be corrected
  | 'correct' // the account changes it
  | 'deny' // final
  | 'close'; // dateTo reached; final

const MOVES: Readonly<Record<TemplateStatus, Readonly<Partial<Record<TemplateEvent, TemplateStatus>>>>> = {
  INTERNAL_REVIEW: { forward: 'EXTERNAL_REVIEW', reject: 'REJECTED', close: 'CLOSED' },
  EXTERNAL_REVIEW: {
    accept: 'APPROVED',
    'accept-later': 'AWAITING',
    reject: 'REJECTED',
    deny: 'DENIED',
    close: 'CLOSED',
  },
  AWAITING: { begin: 'APPROVED', close: 'CLOSED' },
  APPROVED: { deny: 'DENIED', close: 'CLOSED' },
  REJECTED: { correct: 'INTERNAL_REVIEW', close: 'CLOSED' },
  DENIED: {},
  CLOSED: {},
};

export function nextTemplateStatus(from: TemplateStatus, event: TemplateEvent): TemplateStatus | undefined {
  return MOVES[from][event];
}

type Validity = { readonly status: TemplateStatus; readonly dateFrom: Date; readonly dateTo: Date | null };

/** A template counts as begun or closed by its dates, before the stored status changes. */
export function templateStatusAt({ status, dateFrom, dateTo }: Validity, nowMs: number): TemplateStatus {
  if (dateTo !== null && nowMs >= dateTo.getTime()) return nextTemplateStatus(status, 'close') ?? status;
  return status === 'AWAITING' && nowMs >= dateFrom.getTime() ? 'APPROVED' : status;
}

/** Whether matching texts get its type. With automatic moderation every template counts until it is refused. */
export function isTemplateInForce(template: Validity, nowMs: number, moderation: Moderation): boolean {
  const status = templateStatusAt(template, nowMs);
  if (moderation === 'auto') return status !== 'REJECTED' && status !== 'DENIED' && status !== 'CLOSED';
  return status === 'APPROVED' && nowMs >= template.dateFrom.getTime();
}

export type TemplateField = 'pattern' | 'dateFrom' | 'dateTo';

export const TEMPLATE_FIELD_EDITABLE_IN: Readonly<Record<TemplateField, readonly TemplateStatus[]>> = {
  pattern: ['INTERNAL_REVIEW', 'REJECTED'],
  dateFrom: ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'REJECTED'],
  dateTo: ['APPROVED', 'AWAITING'],
};
