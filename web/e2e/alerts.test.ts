// Staff see an alert, silence it, and set up a webhook that gets a signed test notice. The tests remove what they add:
// the demonstration is shared.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { overflow, violations } from './given/axe.ts';
import { openBrowser, openVisit, type Visit } from './given/browser.ts';

const LINK = 'unreachable-spare';

const notices: { body: string; signature: unknown }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    notices.push({ body, signature: request.headers['webhook-signature'] });
    response.end();
  });
});

let browser: Browser;
let visit: Visit;
let linkId: number;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  browser = await openBrowser();
  visit = await openVisit(browser, inject('demo'), 'staff');
  const link = { name: LINK, brands: [4], host: '127.0.0.1', port: 1, systemId: 'spare', password: 'spare' };
  linkId = (await admin<{ linkId: number }>('PUT', '/links', link)).linkId;
});
afterAll(async () => {
  if (linkId !== undefined) await admin('POST', `/links/${linkId}`, { enabled: false });
  await visit?.close();
  await browser?.close();
  receiver.close();
  receiver.closeAllConnections();
});

async function admin<T>(method: string, path: string, body: object): Promise<T> {
  const { baseUrl, adminToken } = inject('demo');
  const response = await fetch(`${baseUrl}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T; // named by the caller, by the contract of the endpoint
}

test('an open alert is shown, silenced with a reason, and the silence is ended', async () => {
  const { page } = visit;
  await visit.open('/bo/alerts');
  const row = page.getByRole('row').filter({ hasText: `link-down:${LINK}` });
  await row.getByText(`Link ${LINK} is down`).waitFor();
  expect(await violations(page)).toEqual([]);
  await row.getByRole('button', { name: `Silence link-down:${LINK}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('known, spare link');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Silence', exact: true }).click();
  await row.getByText('Silenced until').waitFor();
  await visit.open('/bo/alerts?tab=silences');
  const silence = page.getByRole('row').filter({ hasText: `link-down:${LINK}` });
  await silence.getByText('known, spare link').waitFor();
  expect(await violations(page)).toEqual([]);
  await silence.getByRole('button').last().click();
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await silence.waitFor({ state: 'detached' });
});

test('a webhook shows each secret one time, gets a test notice signed by both, and is deleted', async () => {
  const { page } = visit;
  const { port } = receiver.address() as AddressInfo; // a server that listens on a port has an AddressInfo
  await visit.open('/bo/alerts?tab=contacts');
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'Webhook' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night shift');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/duty`);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Night shift' });
  await row.getByRole('button', { name: 'Test: Night shift' }).click();
  await page.getByText('The test notice to “Night shift” was sent').waitFor();
  // The press causes one notification; the addition of the contact may still show its own.
  const told = await page.locator('.mantine-Notification-root').allInnerTexts();
  expect(told.filter((text) => !text.includes('is added'))).toHaveLength(1);
  expect(notices.at(-1)).toMatchObject({ signature: expect.stringMatching(/^v1,/) as string });
  expect(JSON.parse(notices.at(-1)?.body ?? '')).toMatchObject({ type: 'duty.test', alerts: [] });
  expect(await violations(page)).toEqual([]);
  await row.getByRole('button', { name: 'Replace secret: Night shift' }).click();
  await dialog.getByRole('button', { name: 'Replace secret', exact: true }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await row.getByText('The previous secret signs until').waitFor();
  expect(await violations(page)).toEqual([]);
  await row.getByRole('button', { name: 'Test: Night shift' }).click();
  await expect.poll(() => notices.at(-1)?.signature).toMatch(/^v1,\S+ v1,\S+$/);
  await row.getByRole('button', { name: 'Delete: Night shift' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await row.waitFor({ state: 'detached' });
});

test('the page speaks Russian and fits a telephone', async () => {
  const phone = await openVisit(browser, inject('demo'), 'staff', { language: 'ru', width: 390 });
  try {
    await phone.open('/bo/alerts');
    await phone.page.getByText(`Подключение ${LINK} не работает`).waitFor();
    expect(await overflow(phone.page)).toBe(0);
    expect(await violations(phone.page)).toEqual([]);
  } finally {
    await phone.close();
  }
});
