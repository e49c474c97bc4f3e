// The numbering plan and all versions of the tariffs, in memory, one copy a process, read again every minute.
// Which version holds is asked anew for every call: a date that comes is kept to the millisecond.
import type { NumberingPlan } from '@volley/domain/numbering-plan.ts';
import type { Database } from '../../platform/database.ts';
import { loadNumberingPlan } from '../numbering/load-numbering.ts';
import { loadTariffVersions, type TariffVersion } from '../tariffs/price-list.ts';

export type ReferenceBook = { readonly plan: NumberingPlan; readonly tariffs: readonly TariffVersion[] };

const FRESH_MS = 60_000;
const books = new WeakMap<Database, { readAt: number; book: Promise<ReferenceBook> }>();

export function openReferenceBook(db: Database): Promise<ReferenceBook> {
  const known = books.get(db);
  if (known !== undefined && performance.now() - known.readAt < FRESH_MS) return known.book;
  const fresh = readBook(db);
  // Until the new copy is complete, and if it cannot be read, the old one serves.
  const book = known === undefined ? fresh : fresh.catch(() => known.book);
  books.set(db, { readAt: performance.now(), book });
  if (known === undefined) fresh.catch(() => books.delete(db));
  return known === undefined ? book : known.book;
}

/**
 * All versions there are. They only ever grow in number, so a caller who has counted more than the book holds
 * reads them anew: a version that was committed before is never missed.
 */
export async function knownTariffs(
  db: Database,
  book: ReferenceBook,
  counted: number,
): Promise<readonly TariffVersion[]> {
  if (book.tariffs.length >= counted) return book.tariffs;
  const tariffs = await loadTariffVersions(db);
  books.set(db, { readAt: performance.now(), book: Promise.resolve({ ...book, tariffs }) });
  return tariffs;
}

async function readBook(db: Database): Promise<ReferenceBook> {
  const [plan, tariffs] = await Promise.all([loadNumberingPlan(db), loadTariffVersions(db)]);
  return { plan, tariffs };
}
