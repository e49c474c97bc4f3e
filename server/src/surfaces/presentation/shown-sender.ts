// A sender name on the wire.
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { SenderChange as SenderChangeBody, SenderDocument } from '@volley/contract/shapes/sender.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { isSenderRequestComplete } from '@volley/domain/senders/sender-validity.ts';
import type { Static } from 'typebox';
import type { Document } from '../../features/documents/document.ts';
import type { Sender, SenderChange } from '../../features/senders/sender.ts';
import type { Platform } from '../../platform/platform.ts';

/** With the members for review. */
export function shownSender({ feeMicros, ...sender }: Sender) {
  return {
    ...sender,
    fee: feeMicros === null ? null : decimalFromMicros(feeMicros),
    dateFrom: formatDatetime(sender.dateFrom),
    dateTo: formatDatetimeOrNull(sender.dateTo),
    rejectedAt: formatDatetimeOrNull(sender.rejectedAt),
    createdAt: formatDatetime(sender.createdAt),
  };
}

/** For its owner. Without manual moderation no sender name waits for documents. */
export const senderShower =
  ({ moderation }: Pick<Platform['config'], 'moderation'>) =>
  (sender: Sender) => {
    const waits = moderation === 'manual' && sender.status === 'DRAFT' && !isSenderRequestComplete(sender);
    return { ...ownSender(sender), ...(waits && { waitsFor: ['documentIds'] as const }) };
  };

function ownSender(sender: Sender) {
  // For review only, not for partners.
  const { description: _description, documentIds: _documentIds, suspendReason, ...rest } = shownSender(sender);
  return { ...rest, ...(rest.suspended && suspendReason !== null && { suspendReason }) };
}

/** For review. */
export function shownDocument(document: Document): Static<typeof SenderDocument> {
  const { id, filename, mediaType, sizeBytes, createdAt } = document;
  return { documentId: id, filename, mediaType, sizeBytes, createdAt: formatDatetime(createdAt) };
}

/** Field by field: a body may carry members that the caller must not change. */
export function senderChangeOf(body: Static<typeof SenderChangeBody>): SenderChange {
  const { senderName, commonType, dateFrom, dateTo, documentIds } = body;
  return {
    ...(senderName !== undefined && { senderName }),
    ...(commonType !== undefined && { commonType }),
    ...(dateFrom !== undefined && { dateFrom: new Date(dateFrom) }),
    ...(dateTo !== undefined && { dateTo: dateTo === null ? null : new Date(dateTo) }),
    ...(documentIds !== undefined && { documentIds }),
  };
}
