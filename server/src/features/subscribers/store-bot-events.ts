// Stores the acts of people with a bot. A person who shares a number or comes by an invite becomes a subscriber; other
// starts and stops change known subscribers only. Messengers repeat events and deliver late ones, so both kinds are
// safe to store again:
// - a start always counts. After a late one the next message is refused, and the refusal stops the subscriber again;
// - a stop counts only if the subscriber has not changed since, because only the person ends a stop.
import { must } from '@volley/domain/must.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { SUBSCRIBER_STATUS_CODES, SUBSCRIBERS_MAX } from '@volley/domain/subscribers/subscriber-status.ts';
import { type LinkedNumber, lastItems } from '@volley/domain/subscribers/subscriber-upload.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockBook, selectBook } from './address-books.sql.ts';
import { lockNewBook } from './address-books.ts';
import { updateMoved, upsertShared } from './bot-events.sql.ts';
import { useInvites } from './invites.ts';
import { releaseNumbers } from './stored-subscribers.sql.ts';
import type { BookName } from './subscriber.ts';

const STATUSES = { started: SUBSCRIBER_STATUS_CODES.ACTIVE, stopped: SUBSCRIBER_STATUS_CODES.STOPPED } as const;

/** The last event of a person counts. */
export async function storeBotEvents(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { companyId, ...name }: BookName & { readonly companyId: number },
  events: readonly BotEvent[],
): Promise<void> {
  const last = [...new Map(events.map((one) => [one.subscriberId, one])).values()];
  const tokens = last.flatMap(({ invite }) => invite ?? []);
  const store = async (tx: Tx): Promise<boolean> => {
    const known = await lockBook(tx, companyId, name);
    const invited = known === undefined ? new Map<string, string>() : await useInvites(tx, known, tokens);
    const { shared, moved } = splitEvents(last, invited);
    if (known === undefined && shared.length === 0) return true;
    const bookId = known ?? (await lockNewBook(tx, companyId, name));
    if (moved.length > 0) {
      const rows = moved.map(({ subscriberId, kind, ageMs }) => ({
        subscriberId,
        status: STATUSES[kind],
        happenedAt: new Date(tx.now.getTime() - ageMs),
      }));
      await updateMoved(tx, bookId, rows);
    }
    return shared.length === 0 || (await storeShared(tx, bookId, shared));
  };
  const isComplete = await inTransaction(db, store, 'index');
  if (!isComplete) log.warn({ companyId, ...name }, 'address book full: numbers of known subscribers are stored only');
}

type Split = { readonly shared: LinkedNumber[]; readonly moved: BotEvent[] };

/** `invited`: token of an invite → number. */
function splitEvents(events: readonly BotEvent[], invited: ReadonlyMap<string, string>): Split {
  const shared: LinkedNumber[] = [];
  const moved: BotEvent[] = [];
  for (const event of events) {
    const { subscriberId, kind, number, invite = '' } = event;
    const own = number === undefined ? invited.get(invite) : normalizeDestination(number);
    const destination = kind === 'started' ? own : undefined;
    if (destination === undefined) moved.push(event);
    else shared.push({ subscriberId, destination });
  }
  return { shared: lastItems(shared), moved };
}

/** False: the book has no room for new subscribers. */
async function storeShared(tx: Tx, bookId: number, rows: readonly LinkedNumber[]): Promise<boolean> {
  await releaseNumbers(tx, bookId, rows);
  const { active, stopped, gone } = must(await selectBook(tx, bookId), `address book ${bookId}`);
  const isFull = active + stopped + gone + rows.length > SUBSCRIBERS_MAX;
  await upsertShared(tx, { bookId, isFull }, rows);
  return !isFull;
}
