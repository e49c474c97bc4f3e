// The items of an upload that count. An item whose subscriber id or number is named again further on has no effect: the
// upload then holds each id and each number once, and its rows can be stored in bulk.

export type LinkedNumber = { readonly subscriberId: string; readonly destination: string };

/** In the order of the upload. An item is replaced by a later item that itself counts. */
export function lastItems<Item extends LinkedNumber>(items: readonly Item[]): Item[] {
  const ids = new Set<string>();
  const numbers = new Set<string>();
  const kept = items.toReversed().filter(({ subscriberId, destination }) => {
    if (ids.has(subscriberId) || numbers.has(destination)) return false;
    ids.add(subscriberId);
    numbers.add(destination);
    return true;
  });
  return kept.reverse();
}
