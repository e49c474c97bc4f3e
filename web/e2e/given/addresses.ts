// Every route of the console as an existing address. A route with an unknown parameter is an error, so that a new page
// cannot escape the tests that visit all of them.
import type { APIRequestContext } from 'playwright-core';
import type { Visitor } from './browser.ts';

export type Address = { readonly route: string; readonly path: string; readonly visitor: Visitor };

/**
 * A whole route, or the path before its parameter → the list that the value comes from, and the member that holds it.
 */
const LISTS: Readonly<Record<string, readonly [path: string, member: string]>> = {
  '/companies/': ['/companies', 'companyId'],
  '/dispatches/': ['/dispatches', 'id'],
  '/messages/': ['/messages', 'messageUuid'],
  '/senders/': ['/senders', 'id'],
  '/senders/$id/subscribers': ['/senders?channelType=TELEGRAM', 'id'],
  '/senders/$id/templates': ['/senders?channelType=WHATSAPP&q=ZernoWA', 'id'],
  '/developers/callbacks/': ['/callbacks/deliveries', 'id'],
  '/verification/profiles/': ['/verification/profiles', 'gatewayId'],
  '/verification/widgets/': ['/verification/widgets', 'widgetId'],
  '/bo/verification/profiles/': ['/admin/verification-profiles', 'gatewayId'],
  '/bo/verification/widgets/': ['/admin/widgets', 'widgetId'],
  '/bo/companies/': ['/admin/companies', 'companyId'],
  '/bo/senders/': ['/admin/senders', 'id'],
};
/** Fixed values of parameters that need no list. */
const KNOWN: Readonly<Record<string, string>> = {
  '/errors/$kind': 'message',
  '/errors/message/$code': '455',
};
const PUBLIC = /^\/(sign-in|errors|tools\/text|status|report|r)(\/|$)/;

export async function allAddresses(
  routes: readonly string[],
  requests: Readonly<Record<'partner' | 'staff', APIRequestContext>>,
): Promise<Address[]> {
  return Promise.all(
    routes.map(async (route) => {
      const visitor = visitorOf(route);
      const path = await filled(route, requests[visitor === 'staff' ? 'staff' : 'partner']);
      return { route, visitor, path };
    }),
  );
}

function visitorOf(route: string): Visitor {
  if (route === '/bo' || route.startsWith('/bo/')) return 'staff';
  return PUBLIC.test(route) ? 'nobody' : 'partner';
}

async function filled(route: string, request: APIRequestContext): Promise<string> {
  const [, before, parameter, after = ''] = /^([^$]*)(\$[^/]+)(.*)$/.exec(route) ?? [];
  if (before === undefined || parameter === undefined) return route;
  const value = KNOWN[`${before}${parameter}`] ?? (await firstOf(route, before, request));
  return filled(`${before}${value}${after}`, request);
}

async function firstOf(route: string, before: string, request: APIRequestContext): Promise<string> {
  const list = LISTS[route] ?? LISTS[before];
  if (list === undefined)
    throw new Error(`${route}: no value for the parameter after ${before}; add it to LISTS or KNOWN`);
  const [path, member] = list;
  const response = await request.get(`/console/api/v1${path}`);
  const answer: unknown = await response.json();
  const value = memberIn(answer, member);
  if (value === undefined)
    throw new Error(`${route}: ${path} has no ${member}: ${JSON.stringify(answer).slice(0, 300)}`);
  return value;
}

/** The first member of this name, at any depth. */
function memberIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  const own = entries.find(([key, held]) => key === name && ['string', 'number'].includes(typeof held));
  if (own !== undefined) return String(own[1]);
  for (const [, held] of entries) {
    const found = memberIn(held, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
