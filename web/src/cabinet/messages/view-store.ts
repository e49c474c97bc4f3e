// Selections that somebody gave a name to. They are kept in the browser: they are nobody else's business.
import { type MessageSearch, messageSearch } from './message-search.ts';

export type SavedView = { readonly name: string; readonly search: MessageSearch };

const KEPT_AS = 'volley-message-views';
const VIEWS_MAX = 20;
const NAME_MAX = 60;

export function readViews(storage: Pick<Storage, 'getItem'> = localStorage): SavedView[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEPT_AS) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(asView) : [];
  } catch {
    return [];
  }
}

function asView(kept: unknown): SavedView[] {
  if (typeof kept !== 'object' || kept === null || !('name' in kept) || !('search' in kept)) return [];
  const { name, search } = kept;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  return [{ name, search: messageSearch({ ...search }) }];
}

/** A name that is there already is given its new selection. */
export function withView(views: readonly SavedView[], name: string, search: MessageSearch): SavedView[] {
  const short = name.trim().slice(0, NAME_MAX);
  return [
    ...views.filter((view) => view.name !== short),
    { name: short, search: { ...search, page: undefined } },
  ].slice(-VIEWS_MAX);
}

export function keepViews(views: readonly SavedView[], storage: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    storage.setItem(KEPT_AS, JSON.stringify(views));
  } catch {
    // A browser that keeps nothing has its views until the page is left.
  }
}
