// Settings of a company. Staff open countries: its own list, shown where it applies, and the price of a country that
// had none. Its partner sets how long messages wait. The tests restore every setting: the demonstration is shared.
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

const SAVE = { name: 'Save', exact: true } as const;

test('a company gets its own list, which applies until it is removed', async () => {
  const { page } = visit;
  await visit.open(`/bo/companies/${inject('demo').companies.pharmacy}`);
  const section = page.getByRole('region', { name: 'Open countries' });
  const change = page.getByRole('button', { name: 'Edit: Company' });
  await change.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Only these countries' }).check();
  await dialog.getByRole('combobox', { name: 'Countries' }).fill('Kazakh');
  await page.getByRole('option', { name: 'Kazakhstan · KZ' }).click();
  await page.keyboard.press('Escape');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('asked for by the customer');
  await dialog.getByRole('button', SAVE).click();
  await section.getByText('Kazakhstan · KZ').waitFor();

  await visit.open('/bo/destinations');
  const row = page.getByRole('row').filter({ hasText: 'Kazakhstan · KZ' });
  await row.waitFor();
  expect(await violations(page)).toEqual([]);
  await row.getByRole('button').click();
  await page.getByRole('radio', { name: /No own list/ }).check();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('the test is over');
  await page.getByRole('dialog').getByRole('button', SAVE).click();
  await row.waitFor({ state: 'detached' });
});

test('a partner sets how long messages wait for a route, and the form shows it after a reload', async () => {
  const partner = await openVisit(browser, inject('demo'), 'partner');
  const { page } = partner;
  const form = async () => {
    await partner.open(`/companies/${inject('demo').companies.yoga}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    return page.getByRole('group', { name: 'Wait for a route at most' }).getByRole('combobox', { name: 'Advertising' });
  };
  const choose = async (wait: string) => {
    await (await form()).click();
    await page.getByRole('option', { name: wait, exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', SAVE).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await choose('1 hour');
  const field = await form();
  await field.waitFor();
  expect(await field.inputValue()).toBe('1 hour');
  await choose('7 days');
  await partner.close();
});

test('a country without its own price is found by name, and its draft opens', async () => {
  const { page } = visit;
  await visit.open('/bo/tariffs');
  await page.getByRole('combobox', { name: 'Price for another country' }).fill('Georgia');
  await page.getByRole('option', { name: 'Georgia · GE' }).click();
  await settled(page);
  await page.getByRole('heading', { name: 'Versions: Common name · Georgia · any traffic' }).waitFor();
  expect(new URL(page.url()).searchParams.get('key')).toBe('COMMON.*.*.GE');
  await page.getByRole('cell', { name: 'Georgia', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
});
