// Every page of the console opens: it gets its heading and its content, without a fault.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allAddresses } from './given/addresses.ts';
import { openBrowser, openVisit, type Visit, type Visitor } from './given/browser.ts';
import { routePaths } from './given/routes.ts';

let browser: Browser;
let visits: Readonly<Record<Visitor, Visit>>;
let addresses: ReadonlyMap<string, { readonly path: string; readonly visitor: Visitor }>;
beforeAll(async () => {
  browser = await openBrowser();
  const open = (visitor: Visitor) => openVisit(browser, inject('demo'), visitor);
  const [partner, staff, nobody] = await Promise.all([open('partner'), open('staff'), open('nobody')]);
  visits = { partner, staff, nobody };
  const requests = { partner: partner.context.request, staff: staff.context.request };
  addresses = new Map((await allAddresses(routePaths(), requests)).map((address) => [address.route, address]));
});
afterAll(() => browser?.close());

test.each(routePaths())('%s opens', async (route) => {
  const { path, visitor } = addresses.get(route) ?? { path: route, visitor: 'partner' as const };
  const { faults, open } = visits[visitor];
  faults.length = 0;
  await open(path);
  expect(faults).toEqual([]);
});
