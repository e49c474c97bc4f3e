// The first five minutes of a new user, as a script: a ping, a message that arrives by the command of the README,
// callbacks on the user's machine, a dispatch from a file with three bad rows, and the meaning of its commonest error.
// No page is reloaded.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ROOT, readBlocks } from '../../server/test/blocks/documents.ts';
import { wayOf } from '../../server/test/blocks/ways.ts';
import { openBrowser, openVisit, settled } from './given/browser.ts';
import { type Listener, startListening } from './given/listener.ts';
import { isSamePage, markPage } from './given/measure.ts';
import { chooseCompany, countOf, next, writeAndStart } from './given/wizard.ts';

const FIVE_MINUTES_MS = 300_000;
const curl = async (...args: string[]) => (await promisify(execFile)('curl', ['-sS', ...args])).stdout;

let browser: Browser;
let listener: Listener | undefined;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await listener?.close();
  await browser?.close();
});

test(
  'the first five minutes',
  async () => {
    const startedAt = performance.now();
    const { baseUrl, signInLink } = inject('demo');
    expect(await curl(`${baseUrl}/api/v1/ping`)).toContain('PONG');

    const visit = await openVisit(browser, inject('demo'), 'nobody');
    const { page } = visit;
    await page.goto(signInLink);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await markPage(page);

    await sendAndWatch(page);
    await listenToEvents();
    await sendSampleFile(page);
    await openTopError(page);

    expect(await isSamePage(page)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(FIVE_MINUTES_MS);
    await visit.close();
  },
  FIVE_MINUTES_MS,
);

/** The third command of the README; the open list shows the message and then its delivery. */
async function sendAndWatch(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  // Filtered by this company: large dispatches of others would push the message off the first page.
  const company = page.getByRole('combobox', { name: 'Company', exact: true });
  await company.selectOption({ label: 'Кофейня «Зерно»' });
  await page.waitForURL(/company=\d+/);
  await settled(page);
  const text = `Hello ${Date.now()}`;
  const sending = sendByReadme(text);
  const row = page.getByRole('row').filter({ hasText: text });
  await Promise.all([row.waitFor(), sending]);
  await row.getByText('Delivered').waitFor();
  expect(JSON.parse(await sending)).toMatchObject({ status: 'delivered', destination: '70001000001' });
  await company.selectOption({ label: 'All companies' });
}

/** Returns the message as the command prints it after its delivery. */
async function sendByReadme(text: string): Promise<string> {
  const commands = readBlocks().filter((block) => wayOf(block) === 'demonstrated');
  expect(commands.map((command) => command.text)).toEqual([expect.stringContaining("'Hello from Volley'")]);
  const { baseUrl, keys } = inject('demo');
  const env = { ...process.env, VOLLEY_API: baseUrl, VOLLEY_KEY: keys.MESSAGES };
  const script = commands[0]?.text.replace('Hello from Volley', text) ?? '';
  return (await promisify(execFile)('bash', ['-c', script], { cwd: ROOT, env })).stdout;
}

function sendMessage(content: string): Promise<string> {
  const { baseUrl, keys } = inject('demo');
  const message = { channelType: 'SMS', senderName: 'ZERNO', destination: '70001000001', content };
  const headers = ['-H', `Authorization: Bearer ${keys.MESSAGES}`, '-H', 'Content-Type: application/json'];
  return curl('-X', 'POST', `${baseUrl}/api/v1/message`, ...headers, '-d', JSON.stringify([message]));
}

async function listenToEvents(): Promise<void> {
  const listening = await startListening();
  listener = listening;
  await expect.poll(() => listening.lines.join('\n')).toMatch(/ready/i);
  await sendMessage('To the listener');
  await expect.poll(() => listening.events).toContain('delivered');
  await expect.poll(() => listening.lines.join('\n')).toMatch(/delivered.*200/);
}

/** Fifty rows, three of them invalid on purpose: reported, left out by choice, the rest sent and delivered. */
async function sendSampleFile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dispatches', exact: true }).click();
  await page.getByRole('link', { name: 'New dispatch' }).click();
  await page.getByRole('heading', { level: 1, name: 'New dispatch' }).waitFor();
  await settled(page);
  await chooseCompany(page, /Зерно/);
  await page.getByRole('button', { name: 'Use the sample (50 rows)' }).click();
  await page.getByText('ready to send').waitFor();
  expect([await countOf(page, 'ready to send'), await countOf(page, 'with errors')]).toEqual([47, 3]);
  await expect.poll(() => page.getByRole('table', { name: 'Rows with errors' }).getByRole('row').count()).toBe(4);
  await page.getByRole('checkbox', { name: /^Send to 47 valid rows/ }).check();
  await next(page, 'text');
  expect(await writeAndStart(page, 'Hello {name}, your order is ready')).toBe('Start: 47 messages');
  await settled(page);
  await page.getByText('Completed').first().waitFor();
  const notSent = page.getByRole('table', { name: 'Not sent' }).getByRole('row');
  await expect.poll(() => notSent.filter({ hasText: '7401' }).innerText()).toMatch(/\b3\b/);
}

/** From the commonest reason of failure to the page that explains it. */
async function openTopError(page: Page): Promise<void> {
  const reasons = page.getByRole('table', { name: 'Failure reasons' });
  await reasons
    .getByRole('link', { name: / · \d+$/ })
    .first()
    .click();
  await page.waitForURL(/\/errors\/message\/\d+$/);
  await settled(page);
  await page.getByText('What to do').first().waitFor();
}
