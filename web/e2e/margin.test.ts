// Staff read the margin, follow a row to its parts, and set an exchange rate.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { violations } from './given/axe.ts';
import { openBrowser, openVisit, settled, type Visit } from './given/browser.ts';

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openVisit(browser, inject('demo'), 'staff');
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
});

test('the margin is shown by day and by link, and a link leads to its days', async () => {
  const { page } = visit;
  await visit.open('/bo/margin');
  const report = page.getByRole('table', { name: 'Margin' });
  await report.getByRole('row').filter({ hasText: 'Total' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByText('Link', { exact: true }).first().click();
  await settled(page);
  expect(new URL(page.url()).searchParams.get('by')).toBe('link');
  const total = await report.getByRole('row').filter({ hasText: 'Total' }).getByRole('cell').nth(1).textContent();
  expect(total).not.toBe('0');
  await report.getByRole('link').first().click();
  await settled(page);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('by'), searchParams.get('link')]).toEqual(['day', expect.stringMatching(/^\d+$/)]);
});

test('a rate is set with a reason and is listed', async () => {
  const { page } = visit;
  await visit.open('/bo/margin');
  const rates = page.getByRole('region', { name: 'Exchange rates' }).first();
  await rates.getByRole('button', { name: 'Set a rate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '1 USD in RUB' }).fill('92.5');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('rate of the bank');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set a rate' }).click();
  await rates.getByRole('cell', { name: '1 USD = 92.5 RUB' }).first().waitFor();
});
