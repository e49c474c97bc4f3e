// The phone page of the simulator: messages that were sent over the API show on it, and the answers of the person reach
// the API. It is accessible in both schemes and at both widths, and asks no other host.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { overflow, violations } from './given/axe.ts';
import { openBrowser } from './given/browser.ts';
import { askMessaging, askPartner } from './given/partner.ts';
import { askStaff, newNumber } from './widget/given/shop.ts';

const number = newNumber();
/** A name of its own, so that the test can be repeated against one demonstration. */
const BOT = `zerno_${number}_bot`;
const POLL_MS = 50;
const BOTS = [
  { channelType: 'TELEGRAM', link: 'telegram-bots', token: '220201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw' },
  { channelType: 'MAX', link: 'max-bots', token: 'phone-page-bot-token-of-the-demo' },
] as const;

let browser: Browser | undefined;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

async function call(method: string, path: string, key: string, body: object): Promise<void> {
  const response = await fetch(`${inject('demo').baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

/** A bot of the coffee company that knows the person. */
async function givenBot({ channelType, link, token }: (typeof BOTS)[number]): Promise<void> {
  const { adminToken, keys, companies } = inject('demo');
  const name = { companyId: companies.coffee, senderName: BOT, channelType, brand: 'MTS', commonType: 'COMMON' };
  const dateFrom = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const { id } = await askPartner('POST', '/senders', { ...name, dateFrom });
  while ((await askPartner('GET', `/senders/${String(id)}`))['status'] === 'DRAFT')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  for (const status of ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED'])
    await askStaff('POST', `/senders/${String(id)}/status`, { status });
  const links = (await askStaff('GET', '/links'))['items'] as { name: string; linkId: number }[]; // the contract of GET /links
  const linkId = links.find((one) => one.name === link)?.linkId;
  await call('PUT', `/admin/v1/senders/${String(id)}/account`, adminToken, { values: { token }, linkId });
  const subscribers = [{ subscriberId: number, destination: number }];
  await call('POST', '/api/v1/subscribers', keys.SYSTEM, { channelType, senderName: BOT, subscribers });
}

beforeAll(async () => {
  const { companies, adminToken, phoneUrl } = inject('demo');
  await call('PUT', `/admin/v1/companies/${companies.coffee}`, adminToken, { inboundEnabled: true });
  for (const bot of BOTS) await givenBot(bot);
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, reducedMotion: 'reduce' });
  context.on('page', (opened) => {
    opened.on('pageerror', (error) => faults.push(error.message));
    opened.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    opened.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== new URL(phoneUrl).origin && protocol !== 'data:') faults.push(`foreign: ${request.url()}`);
    });
  });
  page = await context.newPage();
});
afterAll(() => browser?.close());

async function send(channelType: string, senderName: string, content: unknown): Promise<void> {
  const [item] = (await askMessaging('POST', '/message', [{ channelType, senderName, destination: number, content }]))[
    'items'
  ] as { code: number }[]; // the contract of POST /message
  expect(item).toMatchObject({ code: 201 });
}

const openChat = async (title: string, channel: string) => {
  await page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('button', { name: `${title} · ${channel}` })
    .click();
};
const log = () => page.getByRole('log');

async function inbound(): Promise<unknown[]> {
  const { items } = await askMessaging('GET', `/message?direction=inbound&destination=${number}`);
  return (items as Record<string, unknown>[]).map(({ channelType, content }) => [channelType, content]); // the contract
}

test('messages of five channels show on the page as they arrive', async () => {
  await page.goto(`${inject('demo').phoneUrl}?number=${number}`);
  await page.getByText('No message has reached this phone yet').waitFor();
  await send('SMS', 'ZERNO', 'Ваш заказ готов: https://zerno.example/4711');
  await openChat('ZERNO', 'SMS');
  await log().getByRole('link', { name: 'https://zerno.example/4711' }).waitFor();

  const action = 'https://zerno.example/menu';
  await send('VIBER', 'Zerno', {
    contentType: 'button',
    text: 'New menu',
    imageUrl: `${action}.png`,
    caption: 'Look',
    action,
  });
  await openChat('Zerno', 'Viber');
  await log().getByText('New menu').waitFor();
  await log().getByText('Picture menu.png').waitFor();
  expect(await log().getByRole('link', { name: 'Look' }).getAttribute('href')).toBe(action);

  // Outside the session WhatsApp carries templates only.
  await fetch(`${inject('demo').simulatorUrl}/channels/write`, {
    method: 'POST',
    body: JSON.stringify({ from: number, to: 'Zerno', text: 'A table for two, please' }),
  });
  await expect.poll(inbound).toContainEqual(['WHATSAPP', 'A table for two, please']);
  await send('WHATSAPP', 'Zerno', 'Shall we keep your table?');
  await openChat('Zerno', 'WhatsApp');
  await log().getByText('Shall we keep your table?').waitFor();

  const keyboard = {
    buttons: [
      { type: 'reply', text: 'Good' },
      { type: 'reply', text: 'Bad' },
    ],
  };
  for (const [channelType, shown] of [
    ['TELEGRAM', 'Telegram bot'],
    ['MAX', 'MAX bot'],
  ] as const) {
    await send(channelType, BOT, { text: `How was the coffee? ${channelType}`, keyboard });
    await page.getByRole('button', { name: new RegExp(`^(Bot|Community) \\d+ · ${shown}`) }).click();
    await log().getByText(`How was the coffee? ${channelType}`).waitFor();
    await log().getByRole('button', { name: 'Good' }).waitFor();
  }
});

test('an answer, a pressed button and a stopped bot reach the service', async () => {
  await openChat('Zerno', 'WhatsApp');
  await page.getByLabel('Answer').fill('Yes, at seven');
  await page.keyboard.press('Enter');
  await log().getByText('Yes, at seven').waitFor();
  await expect.poll(inbound).toContainEqual(['WHATSAPP', 'Yes, at seven']);

  await page.getByRole('button', { name: /· MAX bot/ }).click();
  await log().getByRole('button', { name: 'Good' }).click();
  await expect.poll(inbound).toContainEqual(['MAX', 'Good']);

  await page.getByRole('button', { name: /· Telegram bot/ }).click();
  await page.getByRole('button', { name: 'Stop and block' }).click();
  await page.getByText('You stopped this bot: its messages do not reach you.').waitFor();
  await expect
    .poll(async () => {
      const path = `/api/v1/subscribers?channel_type=TELEGRAM&subscriber_id=${number}`;
      const { baseUrl, keys } = inject('demo');
      const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${keys.SYSTEM}` } });
      return ((await response.json()) as { items: { status: string }[] }).items[0]?.status; // the contract
    })
    .toBe('STOPPED');
});

test.each([
  ['light', 1_280],
  ['light', 390],
  ['dark', 1_280],
  ['dark', 390],
] as const)(
  'the page is accessible in the %s scheme at %i pixels, and asks no other host',
  async (colorScheme, width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const { phoneUrl } = inject('demo');
    for (const path of [
      '',
      `?number=${number}`,
      `?number=${number}#viber%3AZerno`,
      `?number=${number}#whatsapp%3AZerno`,
    ]) {
      await page.goto('about:blank');
      await page.goto(`${phoneUrl}${path}`);
      await page
        .locator(path.includes('#') ? '.message' : '.row')
        .first()
        .waitFor();
      expect([path, await violations(page)]).toEqual([path, []]);
      expect([path, await overflow(page)]).toEqual([path, 0]);
    }
    expect(faults).toEqual([]);
  },
);

test('a chat opens and closes with the keyboard on a small screen', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('about:blank');
  await page.goto(`${inject('demo').phoneUrl}?number=${number}`);
  const first = page.getByRole('navigation', { name: 'Chats' }).getByRole('button').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await log().waitFor();
  await page.getByRole('button', { name: 'Chats' }).press('Enter');
  await first.waitFor();
  expect(await first.evaluate((row) => row === document.activeElement)).toBe(true);
});
