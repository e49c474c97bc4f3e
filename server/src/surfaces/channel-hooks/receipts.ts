// Statuses of a provider's call as receipts.

import { readProviderCode } from '@volley/domain/links/provider-answer.ts';
import { CHANNELS } from '@volley/domain/sending/channel.ts';
import type { HookStatus } from '../../connectors/hook.ts';
import { textOf, wholeOf } from '../../connectors/json-members.ts';
import type { HookLink } from '../../features/operator-links/find-hook.ts';
import { RECEIPT_STATES, type ReceiptRow } from '../../features/receipts/receipt.ts';

const DESTINATION = /^[1-9]\d{4,14}$/;
const REFERENCE_MAX = 0xffff;

/** Empty: the status changes nothing. On channels without a read status, `read` counts as delivered. */
export function receiptOf(
  { id, meaning: { state, errorCode }, code, to, reference, cost }: HookStatus,
  { accountId, channelType }: Pick<HookLink, 'accountId' | 'channelType'>,
  receivedAt: Date,
): ReceiptRow[] {
  if (state === 'none') return [];
  const known = state === 'read' && !CHANNELS[channelType].readReceipts ? 'delivered' : state;
  const failure =
    errorCode === undefined
      ? { errorCode: null, providerCode: null }
      : { errorCode, providerCode: readProviderCode(code) ?? null };
  const about = { accountId, operatorMessageId: id, receivedAt, ...originOf(to, reference) };
  return [{ ...about, state: RECEIPT_STATES[known], ...failure, saidCost: cost }];
}

function originOf(to: unknown, reference: unknown) {
  const known = typeof reference === 'string' && /^\d{1,5}$/.test(reference) ? Number(reference) : wholeOf(reference);
  const destination = textOf(to);
  return {
    destination: DESTINATION.test(destination) ? destination : null,
    reference: known !== undefined && known >= 0 && known <= REFERENCE_MAX ? known : null,
  };
}
