// Every route of the console as an address that exists. A route with a parameter that is not known here is an error,
// so a new page cannot escape the tests that walk all of them.
import type { APIRequestContext } from 'playwright-core';
import type { Visitor } from './browser.ts';

export type Address = { readonly route: string; readonly path: string; readonly visitor: Visitor };

type Find = (get: Get) => Promise<string>;
type Get = (path: string) => Promise<unknown>;

/** `$name` in a route → how a value of it is found; by the whole route where the name alone does not tell. */
const VALUES: Readonly<Record<string, Find>> = {};

export async function allAddresses(
  routes: readonly string[],
  requests: Readonly<Record<'partner' | 'staff', APIRequestContext>>,
): Promise<Address[]> {
  const addresses: Address[] = [];
  for (const route of routes) {
    const visitor = visitorOf(route);
    const get: Get = async (path) => {
      const response = await requests[visitor === 'staff' ? 'staff' : 'partner'].get(`/console/api/v1${path}`);
      if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
      return response.json();
    };
    addresses.push({ route, visitor, path: await filled(route, get) });
  }
  return addresses;
}

function visitorOf(route: string): Visitor {
  if (route === '/bo' || route.startsWith('/bo/')) return 'staff';
  return PUBLIC.test(route) ? 'nobody' : 'partner';
}

const PUBLIC = /^\/(sign-in|errors|tools\/text|status|report|r)(\/|$)/;

async function filled(route: string, get: Get): Promise<string> {
  const parts = await Promise.all(
    route.split('/').map(async (part) => {
      if (!part.startsWith('$')) return part;
      const find = VALUES[`${route} ${part}`] ?? VALUES[part];
      if (find === undefined) throw new Error(`${route}: no value is known for ${part}; add it to VALUES`);
      return find(get);
    }),
  );
  return parts.join('/');
}
