// Statuses of the plain protocol, one call for many messages, as receipts.
import { CHANNEL_STATUSES, meaningOfStatus, type StatusMeaning } from '@volley/domain/provider-answer.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { RECEIPT_STATES, type ReceiptRow } from '../../features/receipts/receipt.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from './json-members.ts';

const STATUSES_MAX = 1_000;
export const ID_LENGTH_MAX = 200;
const DESTINATION = /^[1-9]\d{4,14}$/;
const REFERENCE_MAX = 0xffff;

/** What says nothing new is left out; what cannot be read refuses the whole call, so that it is noticed. */
export function receiptsOfStatuses(body: unknown, linkId: number, receivedAt: Date): ReceiptRow[] {
  const statuses = listOf(membersOf(body)['statuses']);
  if (statuses.length === 0 || statuses.length > STATUSES_MAX)
    throw new Refusal('bad-request', { field: 'statuses', problem: `must hold 1 to ${STATUSES_MAX} statuses` });
  return statuses.flatMap((item, at) => {
    const status = membersOf(item);
    const id = textOf(status['id']);
    const name = CHANNEL_STATUSES.find((known) => known === status['status']);
    if (id === '' || id.length > ID_LENGTH_MAX) throw wrong(at, 'id', `must be 1 to ${ID_LENGTH_MAX} characters`);
    if (name === undefined) throw wrong(at, 'status', `must be one of ${CHANNEL_STATUSES.join(', ')}`);
    return receiptOf(meaningOfStatus(name, wholeOf(status['code'])), {
      linkId,
      operatorMessageId: id,
      receivedAt,
      ...originOf(status['to'], status['reference']),
    });
  });
}

const wrong = (at: number, member: string, problem: string) =>
  new Refusal('bad-request', { field: `statuses[${at}].${member}`, problem });

export function receiptOf(
  { state, errorCode }: StatusMeaning,
  about: Omit<ReceiptRow, 'state' | 'errorCode'>,
): ReceiptRow[] {
  return state === 'none' ? [] : [{ ...about, state: RECEIPT_STATES[state], errorCode: errorCode ?? null }];
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
