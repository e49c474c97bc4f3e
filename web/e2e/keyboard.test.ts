// Use with the keyboard alone: sign in, navigate, search, ask to stop a dispatch and cancel. The focused element is
// always visible, and the header never covers it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openVisit, settled } from './given/browser.ts';
import { askMessaging } from './given/partner.ts';

const TABS = 40;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Presses Tab until the element is focused. */
async function tabTo(page: Page, name: RegExp, role = ''): Promise<void> {
  for (let left = TABS * 2; left > 0; left -= 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
      return {
        name: element?.getAttribute('aria-label') ?? (label === '' ? (element?.textContent ?? '') : label),
        role: element?.tagName.toLowerCase() ?? '',
      };
    });
    if (name.test(focused.name) && (role === '' || role === focused.role)) return;
  }
  throw new Error(`Tab never reaches ${String(name)}`);
}

test('the keyboard alone signs in and opens a section', async () => {
  const visit = await openVisit(browser, inject('demo'), 'nobody');
  const { page } = visit;
  await visit.open('/sign-in');
  const { login, password } = inject('demo').partner;
  await tabTo(page, /Login|User/i, 'input');
  await page.keyboard.type(login);
  await tabTo(page, /Password/i, 'input');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await tabTo(page, /^Dispatches$/, 'a');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dispatches' }).waitFor();
  await visit.close();
});

test('every focused element is visible', async () => {
  const visit = await openVisit(browser, inject('demo'), 'partner');
  const { page } = visit;
  await visit.open('/dispatches');
  const hidden: string[] = [];
  for (let left = TABS; left > 0; left -= 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const { left: x, top: y, width, height } = element.getBoundingClientRect();
      const on = document.elementFromPoint(x + width / 2, y + height / 2);
      const isSeen = width > 0 && height > 0 && on !== null && (element.contains(on) || on.contains(element));
      return isSeen ? undefined : element.outerHTML.slice(0, 200);
    });
    if (covered !== undefined) hidden.push(covered);
  }
  expect(hidden).toEqual([]);
  await visit.close();
});

test('search opens, finds a number in any form and opens its page', async () => {
  const visit = await openVisit(browser, inject('demo'), 'partner');
  const { page } = visit;
  await visit.open('/');
  await askMessaging('POST', '/message', [
    { channelType: 'SMS', senderName: 'ZERNO', destination: '70004000001', content: 'To be found' },
  ]);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.type('+7 000 400-00-01');
  await dialog.getByText('70004000001').or(dialog.getByText('7 000 400')).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await visit.close();
});

test('stopping a dispatch asks for confirmation, and Escape cancels', async () => {
  const visit = await openVisit(browser, inject('demo'), 'partner');
  const { page } = visit;
  await visit.open('/dispatches?status=STARTED');
  await page
    .locator('main')
    .getByRole('link', { name: /Меню дня/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Меню дня/ }).waitFor();
  await settled(page);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // The focus returns to its previous element.
  expect(await stop.evaluate((element) => element === document.activeElement)).toBe(true);
  await visit.close();
});
