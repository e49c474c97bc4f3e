// Turns a table of routes into methods: `client.messages.get(uuid)`. The arguments of a method are its parameters,
// then the body, query or file, then options.
import type { Requester, RequestInput } from './requester.ts';
import type { FormOptions, Route } from './route.ts';

export type RouteTable = Readonly<Record<string, Readonly<Record<string, Route>>>>;

type Method = (...args: readonly unknown[]) => unknown;

export function namedMethods(table: RouteTable, requester: Requester): Record<string, Record<string, Method>> {
  const methodsOf = (routes: Readonly<Record<string, Route>>) =>
    Object.fromEntries(
      Object.entries(routes).flatMap(([name, route]): [string, Method][] => {
        const call: Method = (...args) => requester.request(route, inputOf(route, args));
        const each: Method = (...args) => eachItem(requester, route, inputOf(route, args));
        return route.pages === true
          ? [
              [name, call],
              [eachName(name), each],
            ]
          : [[name, call]];
      }),
    );
  return Object.fromEntries(Object.entries(table).map(([group, routes]) => [group, methodsOf(routes)]));
}

/** `list` has `each`, `listRejected` has `eachRejected`. */
export const eachName = (name: string): string => name.replace(/^list/, 'each');

function inputOf({ params, takes }: Route, args: readonly unknown[]): RequestInput {
  const values = Object.fromEntries(params.map((name, at) => [name, args[at]]));
  const rest = args.slice(params.length);
  // The generated types of the methods allow these arguments only.
  const options = (takes === undefined ? rest[0] : rest[1]) as FormOptions | undefined;
  return { params: values, ...(takes !== undefined && { [takes]: rest[0] }), ...options };
}

type Listed = { readonly total: number; readonly items: readonly unknown[] };

/**
 * Loads pages on demand. A list of messages ends after 10,000: narrow the time range, or read the feed. A list of
 * subscribers is refused after 100,000: narrow it by sender name and status.
 */
async function* eachItem(requester: Requester, route: Route, input: RequestInput): AsyncGenerator<unknown> {
  for (let page = 1, seen = 0; ; page += 1) {
    const query = { ...input.query, page };
    const { total, items } = (await requester.request(route, { ...input, query })) as Listed; // a route with pages
    yield* items;
    seen += items.length;
    if (items.length === 0 || seen >= total) return;
  }
}
