// Statuses of the plain protocol, one call for many messages, as receipts.
import { CHANNELS, type ChannelType } from '@volley/domain/channel.ts';
import {
  CHANNEL_STATUSES,
  meaningOfStatus,
  readProviderId,
  type StatusMeaning,
} from '@volley/domain/provider-answer.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Hook } from '../../features/operator-links/find-hook.ts';
import { RECEIPT_STATES, type ReceiptRow } from '../../features/receipts/receipt.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from './json-members.ts';

const STATUSES_MAX = 1_000;
const DESTINATION = /^[1-9]\d{4,14}$/;
const REFERENCE_MAX = 0xffff;

type Statuses = { readonly receipts: readonly ReceiptRow[]; readonly problem: Refusal | undefined };

/**
 * What says nothing new is left out. What cannot be read is a problem to be told, so that it is noticed; the other
 * statuses of the call are none the worse for it.
 */
export function receiptsOfStatuses(body: unknown, hook: Hook, receivedAt: Date): Statuses {
  const statuses = listOf(membersOf(body)['statuses']);
  if (statuses.length === 0 || statuses.length > STATUSES_MAX)
    throw new Refusal('bad-request', { field: 'statuses', problem: `must hold 1 to ${STATUSES_MAX} statuses` });
  const read = statuses.map((item, at) => receiptsOf(membersOf(item), at, hook, receivedAt));
  return {
    receipts: read.flatMap((one) => (one instanceof Refusal ? [] : one)),
    problem: read.find((one) => one instanceof Refusal),
  };
}

function receiptsOf(status: Members, at: number, { accountId, channelType }: Hook, receivedAt: Date) {
  const operatorMessageId = readProviderId(status['id']);
  const name = CHANNEL_STATUSES.find((known) => known === status['status']);
  if (operatorMessageId === undefined) return wrong(at, 'id', 'must be 1 to 200 characters');
  if (name === undefined) return wrong(at, 'status', `must be one of ${CHANNEL_STATUSES.join(', ')}`);
  return receiptOf(meaningOfStatus(name, wholeOf(status['code'])), channelType, {
    accountId,
    operatorMessageId,
    receivedAt,
    ...originOf(status['to'], status['reference']),
  });
}

const wrong = (at: number, member: string, problem: string) =>
  new Refusal('bad-request', { field: `statuses[${at}].${member}`, problem });

/** Where messages have no read status, one that was read has been delivered and no more. */
export function receiptOf(
  { state, errorCode }: StatusMeaning,
  channelType: ChannelType,
  about: Omit<ReceiptRow, 'state' | 'errorCode'>,
): ReceiptRow[] {
  if (state === 'none') return [];
  const known = state === 'read' && !CHANNELS[channelType].readReceipts ? 'delivered' : state;
  return [{ ...about, state: RECEIPT_STATES[known], errorCode: errorCode ?? null }];
}

/** Number and reference together find the message when the answer with the provider's id was lost. */
export function originOf(to: Members[string], reference: Members[string]) {
  const known = typeof reference === 'string' && /^\d{1,5}$/.test(reference) ? Number(reference) : wholeOf(reference);
  const destination = textOf(to);
  return {
    destination: DESTINATION.test(destination) ? destination : null,
    reference: known !== undefined && known >= 0 && known <= REFERENCE_MAX ? known : null,
  };
}
