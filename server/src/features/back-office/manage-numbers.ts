import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseRejected } from '../dispatches/recipients/rejected-recipients.ts';
import { eraseInbound } from '../inbound/forget-inbound.ts';
import { getErasure, requestErasure } from '../messages/erasure/erase-number.ts';
import type { Erasure } from '../messages/erasure/erasure.ts';
import { type PortedNumber, putPortedNumbers, removePortedNumbers } from '../numbering/ported-numbers.ts';
import { eraseSubscribers } from '../subscribers/delete-subscribers.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

/** The log records who erased a number, never the number. */
export async function eraseNumberAs(
  platform: Pick<Platform, 'db' | 'bus'>,
  who: Who,
  destination: string,
): Promise<Erasure> {
  const number = numberOf(destination, 'destination');
  const erasure = await changeAs(platform, who, async (tx) => {
    const reply = await requestErasure(tx, number);
    await eraseInbound(tx, number, reply.erasureId);
    await eraseRejected(tx, number);
    await eraseSubscribers(tx, number);
    return { action: 'number.erase', subject: { kind: 'erasure', id: reply.erasureId }, reply };
  });
  platform.bus.wake('removals');
  return erasure;
}

export function getErasureAs({ db }: Needs, id: number): Promise<Erasure> {
  return read(db, (tx) => getErasure(tx, id));
}

export function putPortedNumbersAs(
  platform: Needs,
  who: Who,
  items: readonly { readonly destination: string; readonly brand: PortedNumber['brand'] }[],
): Promise<{ changed: number }> {
  const numbers = items.map(({ destination, brand }, at) => ({
    destination: numberOf(destination, `items[${at}].destination`),
    brand,
  }));
  return changeAs(platform, who, async (tx) => {
    const changed = await putPortedNumbers(tx, numbers);
    const details = { numbers: numbers.length, changed };
    return { action: 'number.port', subject: { kind: 'ported-numbers', id: '' }, details, reply: { changed } };
  });
}

export function removePortedNumbersAs(
  platform: Needs,
  who: Who,
  destinations: readonly string[],
): Promise<{ changed: number }> {
  const numbers = destinations.map((destination, at) => numberOf(destination, `destinations[${at}]`));
  return changeAs(platform, who, async (tx) => {
    const changed = await removePortedNumbers(tx, numbers);
    const details = { numbers: numbers.length, changed };
    return { action: 'number.unport', subject: { kind: 'ported-numbers', id: '' }, details, reply: { changed } };
  });
}

function numberOf(text: string, field: string): number {
  const digits = normalizeDestination(text);
  if (digits === undefined) throw new Refusal('bad-request', { field, problem: 'must be a valid phone number' });
  return Number(digits);
}
