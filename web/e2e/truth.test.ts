// A number that counts messages opens a list with exactly that many, and the four states add up to the accepted ones.
// The tests use settled data: a company whose traffic is over, and a completed dispatch.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openVisit, settled, type Visit } from './given/browser.ts';
import { askPartner } from './given/partner.ts';

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openVisit(browser, inject('demo'), 'partner');
});
afterAll(() => browser?.close());

type Dispatch = { readonly id: number; readonly status: string; readonly messages: Readonly<Record<string, number>> };

/** Dispatches of the company whose traffic ends soon after the start of the demonstration. */
async function pharmacyDispatches(): Promise<Dispatch[]> {
  const list = await askPartner('GET', `/dispatches?companyId=${inject('demo').companies.pharmacy}&perPage=50`);
  return list['items'] as Dispatch[]; // a list of the partner API has items
}

const unfinishedDispatches = async () => (await pharmacyDispatches()).filter(({ status }) => status !== 'COMPLETED');

type Counted = { readonly what: string; readonly href: string; readonly shown: number };

const numberOf = (text: string) => Number(text.replaceAll(/\D/g, ''));

async function countedLinks(page: Page): Promise<Counted[]> {
  const links = await page
    .locator('main a[href="/console/messages"], main a[href^="/console/messages?"]')
    .evaluateAll((anchors) =>
      anchors.map((anchor) => ({
        what: anchor.dataset['count'] ?? anchor.textContent,
        href: anchor.getAttribute('href') ?? '',
        shown: anchor.textContent,
      })),
    );
  return links
    .filter(({ shown }) => /^[\d\s.,\u00a0\u202f]+$/.test(shown))
    .map((link) => ({ ...link, shown: numberOf(link.shown) }));
}

async function totalAt(page: Page, href: string): Promise<number> {
  await page.goto(href);
  await settled(page);
  const text = await page.locator('main').innerText();
  const total = /([\d,\s\u00a0\u202f]+) messages?\b/.exec(text)?.[1];
  return total === undefined ? 0 : numberOf(total);
}

async function expectTruth(page: Page): Promise<void> {
  const links = await countedLinks(page);
  const byName = new Map(links.map(({ what, shown }) => [what, shown]));
  expect(byName.size).toBeGreaterThan(0);
  const differing: string[] = [];
  for (const { what, href, shown } of links) {
    const total = await totalAt(page, href);
    if (total !== shown) differing.push(`${what} says ${shown}, its list ${total}: ${href}`);
  }
  expect(differing).toEqual([]);
}

test('every number of the Overview opens a list with as many messages', async () => {
  const { page } = visit;
  await expect.poll(unfinishedDispatches).toEqual([]);
  await visit.open(`/?company=${inject('demo').companies.pharmacy}`);
  await expectTruth(page);
});

test('every number of a dispatch opens a list with as many messages', async () => {
  const { page } = visit;
  await expect.poll(unfinishedDispatches).toEqual([]);
  const [done] = await pharmacyDispatches();
  if (done === undefined) throw new Error('the company of settled traffic has no dispatch');
  await visit.open(`/dispatches/${done.id}`);
  const text = await page.locator('main').innerText();
  const stateOf = (name: string) => numberOf(new RegExp(`${name}\\n([\\d,]+)`).exec(text)?.[1] ?? '');
  const states = ['Delivered', 'With operator', 'Failed', 'Queued'].map(stateOf);
  expect(states.reduce((sum, value) => sum + value, 0)).toBe(done.messages['total']);
  expect(states[0]).toBe(done.messages['delivered']);
  await expectTruth(page);
  await visit.close();
});
