// Cost and permissions of the first page: the budget of scripts and styles, a strict policy, no foreign host.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openVisit } from './given/browser.ts';

const KB = 1_000;
const BUDGET = { script: 230 * KB, style: 25 * KB, routeChunk: 60 * KB, lazyChunk: 80 * KB };
const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

function gzipSize(name: string): number {
  const path = `${DIST}${name}`;
  return existsSync(`${path}.gz`) ? readFileSync(`${path}.gz`).length : gzipSync(readFileSync(path)).length;
}

test('the Overview is usable within its budget, and loads from this host only', async () => {
  const visit = await openVisit(browser, inject('demo'), 'partner', { animated: true });
  const loaded: { readonly path: string; readonly body: Promise<Buffer> }[] = [];
  const note = (response: Response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith('/console/assets/')) loaded.push({ path, body: response.body() });
  };
  visit.page.on('response', note);
  const answer = visit.page.waitForResponse((response) => new URL(response.url()).pathname === '/console/');
  await visit.open('/');
  // Later requests are not part of the first load, and their page may be gone before they are read.
  visit.page.off('response', note);
  const sizes = await Promise.all(loaded.map(async ({ path, body }) => ({ path, bytes: gzipSync(await body).length })));
  const sum = (ending: string) =>
    sizes.filter(({ path }) => path.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0);
  console.info(`first load, gzip: ${sum('.js')} bytes of scripts, ${sum('.css')} of styles`);
  expect(sum('.js')).toBeLessThanOrEqual(BUDGET.script);
  expect(sum('.css')).toBeLessThanOrEqual(BUDGET.style);
  const policy = (await answer).headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}';/);
  expect(policy).not.toContain('unsafe');
  await visit.close();
});

test('the first page has no layout shift', async () => {
  const visit = await openVisit(browser, inject('demo'), 'partner', { animated: true });
  await visit.context.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // A layout shift has both members; the general type of entries does not.
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) shifts.sum += value;
      }
    }).observe({ type: 'layout-shift', buffered: true } as PerformanceObserverInit); // Chromium has this type
  });
  await visit.open('/');
  await visit.page.waitForTimeout(1_500);
  const shifted = await visit.page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum); // set above
  expect(shifted).toBeLessThanOrEqual(0.05);
  await visit.close();
});

test('parts that load later are small', () => {
  const page = readFileSync(`${DIST}index.html`, 'utf8');
  const parts = readdirSync(`${DIST}assets`)
    .filter((name) => name.endsWith('.js') && !page.includes(name))
    .map((name) => ({ name, bytes: gzipSize(`assets/${name}`) }));
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter(({ bytes }) => bytes > BUDGET.lazyChunk)).toEqual([]);
  expect(parts.filter(({ bytes }) => bytes > BUDGET.routeChunk)).toEqual([]);
});
