// A list without its pages.
import type { EndpointShape, QueryOf, ReplyOf } from '@volley/contract/endpoint.ts';
import type { CallInput, Client } from './client.ts';

type Listed = { readonly total: number; readonly items: readonly unknown[] };
type ItemOf<Shape extends EndpointShape> =
  ReplyOf<Shape> extends { readonly items: readonly (infer Item)[] } ? Item : never;
type ListOptions<Shape extends EndpointShape> = {
  readonly query?: Partial<QueryOf<Shape>>;
  readonly signal?: AbortSignal;
};

/** Asks for the next page when it is needed. A list of messages ends after 10,000: narrow the time, or read the feed. */
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
