// The page of a bot's subscribers: a file is checked, uploaded and counted; a subscriber is found and deleted. The
// demonstration is shared, so the test uses an id and a number of its own.
import { randomInt } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { violations } from './given/axe.ts';
import { openBrowser, openVisit, type Visit } from './given/browser.ts';

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openVisit(browser, inject('demo'), 'partner');
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
});

type Names = { readonly items: readonly { readonly cells: readonly { readonly id: number }[] }[] };

async function botId(): Promise<number> {
  const response = await visit.context.request.get('/console/api/v1/senders?channelType=TELEGRAM');
  const { items } = (await response.json()) as Names; // the contract of the endpoint
  return items[0]?.cells[0]?.id ?? 0;
}

const activeOf = async () =>
  Number((await visit.page.locator('[data-count="ACTIVE"]').innerText()).replaceAll(/\D/g, ''));

test('a file is checked, uploaded and counted, and a subscriber is found and deleted', async () => {
  const { page } = visit;
  await visit.open(`/senders/${await botId()}`);
  await page.getByRole('link', { name: 'Subscribers' }).click();
  await page.getByRole('heading', { level: 1, name: /^Subscribers of / }).waitFor();
  await page.getByRole('img', { name: /^QR code of https:\/\/t\.me\// }).waitFor();
  const before = await activeOf();

  await page.getByRole('textbox', { name: 'Phone number' }).first().fill('9161230007');
  await page.getByRole('button', { name: 'Create a link' }).click();
  await page.getByRole('img', { name: /^QR code of https:\/\/t\.me\/.*\?start=/ }).waitFor();

  const id = String(randomInt(900_000_000, 999_999_999));
  const number = `7999${randomInt(1_000_000, 9_999_999)}`;
  const text = `phone;chat_id;tags\n${number};${id};vip\n79161230002;@anna;\n791;5;\n`;
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText('2 lines are refused').waitFor();
  await page.getByText('Line 3, “@anna”: The ID consists of digits in this messenger.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Upload 1 subscriber' }).click();
  await page.getByText('1 new subscriber.').waitFor();
  await expect.poll(activeOf).toBe(before + 1);

  const search = page.getByRole('textbox', { name: 'ID in the messenger' });
  await search.fill(id);
  await search.press('Enter');
  await page.getByRole('heading', { name: '1 subscriber', exact: true }).waitFor();
  await page.getByRole('row').filter({ hasText: id }).getByText('vip').waitFor();
  await page.getByRole('checkbox', { name: `Select subscriber ${id}` }).check();
  await page.getByRole('button', { name: 'Delete 1 selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No subscribers match the filters').waitFor();
  await expect.poll(activeOf).toBe(before);
});
