// A large dispatch watched live: each update is cheap for the page, the view survives a new start of the server, and
// ten tabs of one browser all live, which separate streams could not: a browser opens six to one host.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openVisit, settled, type Visit } from './given/browser.ts';
import { idleWork, isSamePage, markPage, untilChanged } from './given/measure.ts';
import { askPartner, givenDispatch } from './given/partner.ts';

const MESSAGES = 100_000;
const UPDATES_SECONDS = 10;
const UPDATE_MS_MAX = 16;
const TABS = 10;

let browser: Browser;
let visit: Visit;
let id: number;
beforeAll(async () => {
  browser = await openBrowser();
  id = await givenDispatch('A hundred thousand', MESSAGES);
  await askPartner('POST', `/dispatches/${id}/start`);
  visit = await openVisit(browser, inject('demo'), 'partner');
  await visit.open(`/dispatches/${id}`);
  await markPage(visit.page);
});
afterAll(async () => {
  await askPartner('POST', `/dispatches/${id}/stop`);
  await browser?.close();
});

test('a live update costs the page less than a frame', async () => {
  const { page } = visit;
  await untilChanged(page);
  const { updates, ms } = await idleWork(page, UPDATES_SECONDS);
  expect(updates).toBeGreaterThanOrEqual(UPDATES_SECONDS / 2);
  // Scripts, styles and layout; painting without a graphics card is another matter.
  const spent = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].reduce(
    (sum, name) => sum + (ms[name] ?? 0),
    0,
  );
  expect(spent / updates, JSON.stringify({ updates, ms })).toBeLessThanOrEqual(UPDATE_MS_MAX);
});

test('it goes on by itself after a new start of the server', async () => {
  const { page, faults } = visit;
  process.kill(inject('demo').pid, 'SIGUSR2');
  await expect.poll(serverAnswers, { timeout: 10_000 }).toBe(false);
  await expect.poll(serverAnswers, { timeout: 30_000 }).toBe(true);
  await untilChanged(page, 'main', 30_000);
  await untilChanged(page, 'main', 30_000);
  expect(await isSamePage(page)).toBe(true);
  // While nobody answered, requests failed, and the browser said so.
  expect(faults.filter((fault) => !/ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|50[234]/.test(fault))).toEqual([]);
  faults.length = 0;
});

const serverAnswers = () =>
  fetch(`${inject('demo').baseUrl}/api/v1/ping`).then(
    ({ ok }) => ok,
    () => false,
  );

test('ten tabs of one browser are all live', async () => {
  const tabs: Page[] = [];
  while (tabs.length < TABS - 1) {
    const page = await visit.context.newPage();
    tabs.push(page);
    await page.goto(`/console/dispatches/${id}`);
    await settled(page);
  }
  await Promise.all([visit.page, ...tabs].map((page) => untilChanged(page, 'main', 30_000)));
  await visit.close();
});
