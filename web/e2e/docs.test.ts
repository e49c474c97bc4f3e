// The developer site in a real browser, at /docs and as static files of another host: search, both languages, both
// color schemes, links, and no request to another host. Visits record every breach of the content security policy as a
// fault.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { brokenLinks } from '../../site/src/broken-links.ts';
import { buildDocs, buildDocsFor } from '../../tools/build-docs.ts';
import { overflow, violations } from './given/axe.ts';
import { openBrowser, openVisit, type Visit } from './given/browser.ts';
import { serveFolder } from './given/static-host.ts';

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

async function openFirstResult(page: Page, words: string): Promise<void> {
  await page.locator('.VPNavBarSearch button').click();
  await page.locator('.VPLocalSearchBox input').fill(words);
  const first = page.locator('.VPLocalSearchBox .result').first();
  await first.waitFor();
  expect(await violations(page)).toEqual([]);
  await first.click();
}

test.each([
  ['', '7404', 'errors/message/7404.html', 'No usable template'],
  ['ru/', '7404', 'ru/errors/message/7404.html', '7404'],
  ['ru/', 'каскад', 'ru/', 'аскад'],
])('the search of /docs/%s finds %s', async (language, words, address, title) => {
  const visit = await openVisit(browser, inject('demo'), 'nobody', { language: language === '' ? 'en' : 'ru' });
  await openDocs(visit, language);
  await openFirstResult(visit.page, words);
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
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(300);
  expect(brokenLinks(folder, '/docs/')).toEqual([]);
});

// A build takes a minute; the build itself checks the links of its pages.
test.runIf(process.env['LONG'] === '1')('the site works as static files at the root of another host', async () => {
  const files = mkdtempSync(join(tmpdir(), 'volley-docs-'));
  await buildDocsFor(files, '/');
  const host = await serveFolder(files);
  try {
    for (const language of ['en', 'ru'] as const) {
      const visit = await openVisit(browser, { ...inject('demo'), baseUrl: host.origin }, 'nobody', { language });
      const root = language === 'en' ? '/' : '/ru/';
      expect((await visit.page.goto(root))?.status()).toBe(200);
      await visit.page.locator('.VPNavBarSearch button').waitFor();
      await openFirstResult(visit.page, '7404');
      await visit.page.waitForURL((url) => url.pathname === `${root}errors/message/7404.html`);
      await expect.poll(() => visit.page.locator('main h1').innerText()).toContain('7404');
      // The page as a file, not as a step of the script.
      expect((await visit.page.reload())?.status()).toBe(200);
      await visit.page.locator('.VPNavBarSearch button').waitFor();
      await visit.close();
    }
  } finally {
    await host.close();
    rmSync(files, { recursive: true, force: true });
  }
});

test.each([
  ['en', 'Documentation', '/docs/'],
  ['ru', 'Документация', '/docs/ru/'],
] as const)('the console in %s leads to the site in its language', async (language, name, address) => {
  const visit = await openVisit(browser, inject('demo'), 'partner', { language });
  await visit.open('/developers/keys');
  const { page } = visit;
  expect(await page.getByRole('main').getByRole('link', { name }).getAttribute('href')).toBe(address);
  await page.locator('header button[aria-haspopup="menu"]').click();
  const [site] = await Promise.all([
    visit.context.waitForEvent('page'),
    page.getByRole('menuitem', { name, exact: true }).click(),
  ]);
  await site.locator('h1').first().waitFor();
  expect(new URL(site.url()).pathname).toBe(address);
  expect(await site.locator('html').getAttribute('lang')).toBe(language);
  await visit.close();
});
