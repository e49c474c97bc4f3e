// Every page of the console, light and dark, at desktop and phone width: no violation of WCAG 2.2 A and AA, and no
// horizontal scrolling of the page. A page is loaded once; scheme and width change while it is open, as they do for a
// user. Several pages are tested at a time, each in its own visit.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allAddresses } from './given/addresses.ts';
import { overflow, violations } from './given/axe.ts';
import { changeScheme, openBrowser, openVisit, settled, type Visit, type Visitor } from './given/browser.ts';
import { routePaths } from './given/routes.ts';

const DESK = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
/** Visits that no test uses now. */
const idle: Record<Visitor, Visit[]> = { partner: [], staff: [], nobody: [] };
let paths: ReadonlyMap<string, { path: string; visitor: Visitor }>;
beforeAll(async () => {
  browser = await openBrowser();
  const [partner, staff] = await Promise.all([
    openVisit(browser, inject('demo'), 'partner'),
    openVisit(browser, inject('demo'), 'staff'),
  ]);
  idle.partner.push(partner);
  idle.staff.push(staff);
  const requests = { partner: partner.context.request, staff: staff.context.request };
  paths = new Map((await allAddresses(routePaths(), requests)).map((address) => [address.route, address]));
});
afterAll(() => browser?.close());

test.concurrent.each(routePaths())('%s has no accessibility violation', async (route) => {
  const { path, visitor } = paths.get(route) ?? { path: route, visitor: 'partner' as const };
  const visit = idle[visitor].pop() ?? (await openVisit(browser, inject('demo'), visitor));
  const { page, open, faults } = visit;
  faults.length = 0;
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light' });
  await open(path);
  const found: Record<string, string[]> = {};
  found['light, desk'] = await violations(page);
  await changeScheme(page, 'dark');
  found['dark, desk'] = await violations(page, 'colours');
  await page.setViewportSize(PHONE);
  await settled(page);
  found['dark, phone'] = await violations(page);
  const sideways = await overflow(page);
  await changeScheme(page, 'light');
  found['light, phone'] = await violations(page, 'colours');
  expect({ ...found, sideways, faults }).toEqual({
    'light, desk': [],
    'dark, desk': [],
    'dark, phone': [],
    'light, phone': [],
    sideways: 0,
    faults: [],
  });
  idle[visitor].push(visit);
});

test('links to the attempts of a delivery keep their distance from the times beside them', async () => {
  const visit = await openVisit(browser, inject('demo'), 'partner');
  // The first attempts of a failing target are minutes apart, so the page gets three of them here.
  await visit.page.route(/\/callbacks\/deliveries\/\d+$/, async (route) => {
    const response = await route.fetch();
    const delivery = (await response.json()) as { id: number; attempts: { id: number; attempt: number }[] };
    const own = delivery.attempts.find(({ id }) => id === delivery.id);
    const attempts = [1, 2].map((at) => ({ ...own, id: delivery.id + at, attempt: at }));
    await route.fulfill({ response, json: { ...delivery, attempts: [...attempts, own] } });
  });
  await visit.open(paths.get('/developers/callbacks/$id')?.path ?? '');
  await expect.poll(() => visit.page.locator('td a').count()).toBe(2);
  expect(await violations(visit.page)).toEqual([]);
  await visit.page.unrouteAll({ behavior: 'wait' });
  await visit.close();
});
