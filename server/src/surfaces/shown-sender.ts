// A sender name on the wire; the same in both APIs.
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import type { updateSender } from '@volley/contract/partner/senders.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { isSenderRequestComplete } from '@volley/domain/sender-validity.ts';
import type { Sender, SenderChange } from '../features/senders/sender.ts';
import type { Platform } from '../platform/platform.ts';

/** Where nobody moderates, no name waits for anything. */
export const senderShower =
  ({ moderation }: Pick<Platform['config'], 'moderation'>) =>
  (sender: Sender) => {
    const waits = moderation === 'manual' && sender.status === 'DRAFT' && !isSenderRequestComplete(sender);
    return { ...shown(sender), ...(waits && { waitsFor: ['documentIds'] as const }) };
  };

function shown({ feeMicros, suspendReason, ...sender }: Sender) {
  // For review only: not part of what a partner sees.
  const { description: _description, documentIds: _documentIds, ...rest } = sender;
  return {
    ...rest,
    ...(rest.suspended && suspendReason !== null && { suspendReason }),
    fee: feeMicros === null ? null : decimalFromMicros(feeMicros),
    dateFrom: formatDatetime(rest.dateFrom),
    dateTo: formatDatetimeOrNull(rest.dateTo),
    rejectedAt: formatDatetimeOrNull(rest.rejectedAt),
    createdAt: formatDatetime(rest.createdAt),
  };
}

/** Field by field: a body may carry members that are not the caller's to change. */
export function senderChangeOf(body: BodyOf<typeof updateSender>): SenderChange {
  const { senderName, commonType, dateFrom, dateTo, documentIds } = body;
  return {
    ...(senderName !== undefined && { senderName }),
    ...(commonType !== undefined && { commonType }),
    ...(dateFrom !== undefined && { dateFrom: new Date(dateFrom) }),
    ...(dateTo !== undefined && { dateTo: dateTo === null ? null : new Date(dateTo) }),
    ...(documentIds !== undefined && { documentIds }),
  };
}
