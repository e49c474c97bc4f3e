// Iterates over a list without handling pages.
import type { EndpointShape, QueryOf, ReplyOf } from '@volley/contract/endpoint.ts';
import type { CallInput, Client } from './client.ts';

type Listed = { readonly total: number; readonly items: readonly unknown[] };
type ItemOf<Shape extends EndpointShape> =
  ReplyOf<Shape> extends { readonly items: readonly (infer Item)[] } ? Item : never;
type ListOptions<Shape extends EndpointShape> = {
  readonly query?: Partial<QueryOf<Shape>>;
  readonly signal?: AbortSignal;
};

/**
 * Loads pages on demand. A list of messages ends after 10,000: narrow the time range, or read the feed. A list of
 * subscribers is refused after 100,000: narrow it by sender name and status.
 */
export async function* eachItem<Shape extends EndpointShape>(
  client: Client,
  shape: Shape,
  { query, signal }: ListOptions<Shape> = {},
): AsyncGenerator<ItemOf<Shape>> {
  for (let page = 1, seen = 0; ; page += 1) {
    const input = { query: { ...query, page }, ...(signal && { signal }) } as unknown as CallInput<Shape>; // a list's
    const { total, items } = (await client.call(shape, input)) as unknown as Listed; // as every list of the contract
    yield* items as readonly ItemOf<Shape>[];
    seen += items.length;
    if (items.length === 0 || seen >= total) return;
  }
}
