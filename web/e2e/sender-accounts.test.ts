// The account of a sender name at its messenger, as a partner's user sets, changes and removes it, and the templates
// that WhatsApp keeps for it. Names are the test's own, because the demonstration is shared.
import { randomInt, randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { overflow, violations } from './given/axe.ts';
import { changeScheme, openBrowser, openVisit, settled, type Visit } from './given/browser.ts';
import { askPartner } from './given/partner.ts';
import { askStaff } from './widget/given/shop.ts';

const POLL_MS = 50;
const DAYS_VALID = 30;

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

async function givenName(channelType: string): Promise<number> {
  const senderName = `zerno_${randomInt(1_000_000, 9_999_999)}_bot`;
  const name = { companyId: inject('demo').companies.coffee, senderName, channelType, brand: 'MTS' };
  const dateFrom = new Date(Date.now() - DAYS_VALID * 86_400_000).toISOString();
  const { id } = await askPartner('POST', '/senders', { ...name, commonType: 'COMMON', dateFrom });
  while ((await askPartner('GET', `/senders/${String(id)}`))['status'] === 'DRAFT')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  for (const status of ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED'])
    await askStaff('POST', `/senders/${String(id)}/status`, { status });
  return Number(id);
}

const simulate = (path: string, body: object) =>
  fetch(`${inject('demo').simulatorUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });

const token = () => `EAA${randomUUID()}`;

test.each([
  ['TELEGRAM', 'Telegram bot', () => `${randomInt(100_000_000, 999_999_999)}:AAH${randomUUID().slice(0, 32)}`],
  ['MAX', 'MAX bot', token],
])('a user sets, changes and removes the account of a name on %s', async (channelType, kind, newToken) => {
  const { page } = visit;
  await visit.open(`/senders/${await givenName(channelType)}`);
  const card = page.getByRole('region', { name: 'Account at the provider' });
  expect(await card.getByLabel('Kind of account').inputValue()).not.toBe('VOLLEY_HTTP');
  expect(await card.getByLabel('Kind of account').locator('option:checked').innerText()).toBe(kind);
  const save = card.getByRole('button', { name: 'Save and test' });
  expect(await save.isDisabled()).toBe(true);

  await card.getByLabel('Access token').fill('no-token-of-this-messenger');
  if (channelType === 'MAX') await simulate('/max-bots/tokens', { token: 'no-token-of-this-messenger', revoked: true });
  await save.click();
  await card.getByText('Saved, but the provider refuses the account.').waitFor();
  await card.getByText('Refused by the provider').waitFor();
  expect(await violations(page)).toEqual([]);

  await card.getByLabel('Access token').fill(newToken());
  await save.click();
  await card.getByText('Saved. The provider accepts the account.').waitFor();
  await card.getByText('In use').waitFor();
  expect(await card.getByLabel('Access token').inputValue()).toBe('');

  await card.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await card.getByText('Messages of this name go under the shared account.').waitFor();
});

test('the templates of a business number are listed as WhatsApp reports them', async () => {
  const { page } = visit;
  const id = await givenName('WHATSAPP');
  await visit.open(`/senders/${id}`);
  await page.getByRole('link', { name: 'Templates in WhatsApp' }).click();
  await page.getByText('This sender name has no account in WhatsApp').waitFor();

  await page.goBack();
  const card = page.getByRole('region', { name: 'Account at the provider' });
  await card.getByLabel('Phone number ID').fill(`10654${randomInt(1_000_000_000)}`);
  await card.getByLabel('WhatsApp Business Account ID').fill('102290129340398');
  await card.getByLabel('Access token').fill(token());
  await card.getByRole('button', { name: 'Save and test' }).click();
  await card.getByText('Saved. The provider accepts the account.').waitFor();
  await page.getByRole('link', { name: 'Templates in WhatsApp' }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('table_reminder').getByText('Paused').waitFor();
  await row('spring_menu').getByText('Rejected').waitFor();
  await row('spring_menu').getByText('The format is wrong').waitFor();
  // The templates of the demonstration belong to another name.
  await row('order_ready').getByText('Not registered here').locator('visible=true').waitFor();
  await page.getByLabel('Status in WhatsApp').selectOption('PENDING');
  await page.getByRole('heading', { name: '1 template', exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('PENDING');
});

test.each([
  ['en', 'Messages of 1 template fail', 'About code 7404'],
  ['ru', 'Сообщения по 1 шаблону не уходят', 'О коде 7404'],
] as const)(
  'the page of templates says in %s what fails and why, in both schemes and widths',
  async (language, fails, code) => {
    const looking = await openVisit(browser, inject('demo'), 'partner', { language });
    const { page } = looking;
    const found = await looking.context.request.get('/console/api/v1/senders?channelType=WHATSAPP&q=ZernoWA');
    const { items } = (await found.json()) as { items: { cells: { id: number }[] }[] }; // the contract of the endpoint
    await looking.open(`/senders/${items[0]?.cells[0]?.id ?? 0}/templates`);
    await page.getByText(fails).waitFor();
    expect(await violations(page)).toEqual([]);
    await changeScheme(page, 'dark');
    expect(await violations(page, 'colours')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    await page.getByRole('link', { name: code }).click();
    await page.getByRole('heading', { level: 1, name: /7404/ }).waitFor();
    await looking.close();
  },
);
