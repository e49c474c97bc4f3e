// The numbering plan and the tariffs, in memory, one copy a process, read again every minute.
import type { NumberingPlan } from '@volley/domain/numbering-plan.ts';
import type { Tariff } from '@volley/domain/tariff.ts';
import type { Database } from '../../platform/database.ts';
import { loadNumberingPlan } from '../numbering/load-numbering.ts';
import { loadTariffs } from '../tariffs/load-tariffs.ts';

export type ReferenceBook = { readonly plan: NumberingPlan; readonly tariffs: readonly Tariff[] };

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

async function readBook(db: Database): Promise<ReferenceBook> {
  const [plan, tariffs] = await Promise.all([loadNumberingPlan(db), loadTariffs(db)]);
  return { plan, tariffs };
}
