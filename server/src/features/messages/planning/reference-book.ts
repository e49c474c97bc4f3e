// In-memory copy of the numbering plan and of all tariff versions, refreshed every minute. One copy per Database, which
// belongs to one platform, so two platforms in one process never share it. Each call chooses the version in force
// itself, so a new tariff applies from its exact instant.
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import type { Database } from '../../../platform/database/database.ts';
import { loadNumberingPlan } from '../../numbering/load-numbering.ts';
import { loadTariffVersions, type TariffVersion } from '../../tariffs/price-list.ts';

export type ReferenceBook = { readonly plan: NumberingPlan; readonly tariffs: readonly TariffVersion[] };

const FRESH_MS = 60_000;
const books = new WeakMap<Database, { readAt: number; book: Promise<ReferenceBook> }>();

export function openReferenceBook(db: Database): Promise<ReferenceBook> {
  const known = books.get(db);
  if (known !== undefined && performance.now() - known.readAt < FRESH_MS) return known.book;
  const fresh = readBook(db);
  // The old copy serves until the new one is complete, and when reading fails.
  const book = known === undefined ? fresh : fresh.catch(() => known.book);
  books.set(db, { readAt: performance.now(), book });
  if (known === undefined) fresh.catch(() => books.delete(db));
  return known === undefined ? book : known.book;
}

/**
 * All tariff versions. Versions are never deleted, so a `counted` above the book's number means that the book is stale:
 * it is read again, and a committed version is never missed.
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
