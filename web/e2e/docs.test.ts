// The developer site at /docs in a real browser: search, both languages, both color schemes, links, and no request to
// another host. Visits record every breach of the content security policy as a fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildDocs } from '../../tools/build-docs.ts';
import { overflow, violations } from './given/axe.ts';
import { openBrowser, openVisit, type Visit } from './given/browser.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_440, height: 900 };
const PAGES = [
  '',
  'guides/quick-start',
  'guides/first-dispatch',
  'reference/messaging/send-messages',
  'errors/',
  'operating/settings',
];

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await buildDocs();
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function openDocs(visit: Visit, path: string): Promise<void> {
  const response = await visit.page.goto(`/docs/${path}`);
  expect(response?.status()).toBe(200);
  await visit.page.locator('h1').first().waitFor();
  // The script of the page has taken over.
  await visit.page.locator('.VPNavBarSearch button').waitFor();
}

async function schemeOf(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction(
    (isDark) => document.documentElement.classList.contains('dark') === isDark,
    scheme === 'dark',
  );
}

test.each(['', 'ru/'])(
  'pages under /docs/%s have no accessibility violation, light and dark, wide and narrow',
  async (language) => {
    const visit = await openVisit(browser, inject('demo'), 'nobody', { language: language === '' ? 'en' : 'ru' });
    const found: string[] = [];
    for (const path of PAGES) {
      await visit.page.setViewportSize(DESK);
      await schemeOf(visit.page, 'light');
      await openDocs(visit, `${language}${path}`);
      found.push(...(await violations(visit.page)).map((one) => `${path} light: ${one}`));
      await schemeOf(visit.page, 'dark');
      found.push(...(await violations(visit.page, 'colours')).map((one) => `${path} dark: ${one}`));
      await visit.page.setViewportSize(PHONE);
      found.push(...(await violations(visit.page)).map((one) => `${path} phone: ${one}`));
      expect([path, await overflow(visit.page)]).toEqual([path, 0]);
    }
    expect(found).toEqual([]);
    await visit.close();
  },
);

test.each([
  ['', '7404', 'errors/message/7404.html', 'No usable template'],
  ['ru/', '7404', 'ru/errors/message/7404.html', '7404'],
  ['ru/', 'каскад', 'ru/', 'аскад'],
])('the search of /docs/%s finds %s', async (language, words, address, title) => {
  const visit = await openVisit(browser, inject('demo'), 'nobody', { language: language === '' ? 'en' : 'ru' });
  await openDocs(visit, language);
  await visit.page.locator('.VPNavBarSearch button').click();
  await visit.page.locator('.VPLocalSearchBox input').fill(words);
  const first = visit.page.locator('.VPLocalSearchBox .result').first();
  await first.waitFor();
  expect(await violations(visit.page)).toEqual([]);
  await first.click();
  await visit.page.waitForURL(
    (url) => url.pathname.startsWith(`/docs/${address}`) && url.pathname !== `/docs/${language}`,
  );
  await expect.poll(() => visit.page.locator('main').innerText()).toContain(title);
  await visit.close();
});

test('a missing page says so with 404 and its own content', async () => {
  const visit = await openVisit(browser, inject('demo'), 'nobody');
  const response = await visit.context.request.get('/docs/nothing-here');
  expect([response.status(), response.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await visit.close();
});

test('every link of the site leads to a page and a heading of the site', () => {
  const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const pages = new Map([...names].filter((name) => name.endsWith('.html')).map((name) => [name, readPage(name)]));
  expect(pages.size).toBeGreaterThan(300);
  const broken = [...pages].flatMap(([name, text]) =>
    [...text.matchAll(/<a [^>]*?href="([^"]+)"/g)].flatMap(([, href = '']) => {
      if (/^(?:https?:|mailto:)/.test(href)) return [];
      const url = new URL(href, `http://site/docs/${name}`);
      const path = decodeURI(url.pathname)
        .replace(/^\/docs\//, '')
        .replace(/(^|\/)$/, '$1index.html');
      const anchor = decodeURIComponent(url.hash.slice(1));
      const page = pages.get(path);
      const isThere = names.has(path) && (anchor === '' || page?.includes(`id="${anchor}"`) === true);
      return isThere ? [] : [`${name}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);
});

const readPage = (name: string): string => readFileSync(join(folder, name), 'utf8');
