// Turns a table of routes into methods: `client.messages.get(uuid)`. The arguments of a method are its parameters,
// then the body, query or file, then options; they are checked before any request.
import type { FormTable } from './checks/form.ts';
import { type CheckedMethod, type Checks, readCall } from './checks/read-call.ts';
import type { Called, Requester, RequesterOptions } from './requester.ts';
import { requestInParts } from './requests/parts.ts';
import type { RequestInput } from './requests/request.ts';
import type { Route } from './route.ts';

export type RouteTable = Readonly<Record<string, Readonly<Record<string, Route>>>>;

export type MethodTables = { readonly routes: RouteTable; readonly forms: FormTable; readonly checks: Checks };

export type CheckedOptions = RequesterOptions & {
  /** `ids`: the service alone checks bodies and queries, for a service that is newer than the client; default `all`. */
  readonly checks?: Checks;
};

type Method = (...args: readonly unknown[]) => unknown;

export function namedMethods(
  { routes, forms, checks }: MethodTables,
  requester: Requester,
): Record<string, Record<string, Method>> {
  const methodsOf = (group: string, table: Readonly<Record<string, Route>>) =>
    Object.fromEntries(
      Object.entries(table).flatMap(([name, route]): [string, Method][] => {
        const called = (method: string): Called => ({ method: `${group}.${method}`, route });
        const checked = (method: string): CheckedMethod => ({
          ...called(method),
          forms: forms.methods[group]?.[name] ?? {},
          named: forms.named,
          checks,
        });
        const call: Method = async (...args) => requestInParts(requester, called(name), readCall(checked(name), args));
        if (route.pages !== true) return [[name, call]];
        const each = eachName(name);
        return [
          [name, call],
          [each, (...args) => eachItem(requester, called(each), () => readCall(checked(each), args))],
        ];
      }),
    );
  return Object.fromEntries(Object.entries(routes).map(([group, table]) => [group, methodsOf(group, table)]));
}

/** `list` has `each`, `listRejected` has `eachRejected`. */
export const eachName = (name: string): string => name.replace(/^list/, 'each');

type Listed = { readonly total: number; readonly items: readonly unknown[] };

/**
 * Loads pages on demand. A list of messages ends after 10,000: narrow the time range, or read the feed. A list of
 * subscribers is refused after 100,000: narrow it by sender name and status.
 */
async function* eachItem(requester: Requester, called: Called, read: () => RequestInput): AsyncGenerator<unknown> {
  const input = read();
  for (let page = 1, seen = 0; ; page += 1) {
    const query = { ...input.query, page };
    const { total, items } = (await requester.request(called, { ...input, query })) as Listed; // a route with pages
    yield* items;
    seen += items.length;
    if (items.length === 0 || seen >= total) return;
  }
}
