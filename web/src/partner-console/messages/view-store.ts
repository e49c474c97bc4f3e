// Saved filters, stored in this browser only.
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

/** Saving under an existing name replaces its filters. */
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
    // Without storage the views last until the page is closed.
  }
}
