// Pages of verification: an owner creates a profile and a widget, sees the real widget in its preview, copies the lines
// for the site and lifts a stop. The demonstration is shared, so every test uses settings of its own.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { violations } from './given/axe.ts';
import { changeScheme, openBrowser, openVisit, settled, type Visit } from './given/browser.ts';

const demo = inject('demo');

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visit = await openVisit(browser, demo, 'partner');
  await visit.context.addInitScript(openShadowRoots);
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
});

const called = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

async function isAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await changeScheme(page, scheme);
    expect(await violations(page)).toEqual([]);
  }
  await changeScheme(page, 'light');
}

async function createProfile(name: string): Promise<string> {
  const { page } = visit;
  await visit.open(`/verification/profiles/new?company=${demo.companies.coffee}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('region', { name: '1. SMS' }).getByRole('textbox', { name: 'Sender name' }).fill('ZERNO');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

test('an owner creates a profile with two channels, and the editor counts the parts with the line of the site', async () => {
  const { page } = visit;
  const name = called('Sign-in');
  await visit.open(`/verification/profiles/new?company=${demo.companies.coffee}`);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByText('Enter an approved sender name').waitFor();
  await isAccessible(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const sms = page.getByRole('region', { name: '1. SMS' });
  await sms.getByRole('textbox', { name: 'Sender name' }).fill('ZERNO');
  await sms.getByRole('textbox', { name: 'Text' }).fill(`${'я'.repeat(60)} {code}`);
  await sms.getByText('1 part, 67 characters').waitFor();
  await page.getByRole('switch', { name: 'Bind SMS codes to the site' }).check({ force: true });
  await sms.getByText('with the line for shop.example: 2 parts').waitFor();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByRole('menuitem', { name: 'Voice code' }).click();
  await page.getByRole('radio', { name: 'Next channel in the list' }).check();
  await page.getByRole('button', { name: 'Move Voice code up' }).click();
  await page.getByRole('region', { name: '1. Voice code' }).waitFor();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await isAccessible(page);
  await visit.open('/verification/profiles');
  await page.getByRole('row').filter({ hasText: name }).getByText('Voice code → SMS').waitFor();
});

test('the preview is the real widget: it takes the colors, shows the contrast and plays the whole way', async () => {
  const { page } = visit;
  const profile = called('Preview');
  await createProfile(profile);
  await visit.open(`/verification/widgets/new?company=${demo.companies.coffee}`);
  const preview = page.locator('[data-preview="widget"]');
  await preview.getByText('Confirm your phone number').waitFor();
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#ffff00');
  await page.getByText(/Accent on Background: 1, at least 4\.5 is needed/).waitFor();
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#7a3e00');
  await page.getByText(/Accent on Background: \d\.\d, readable/).waitFor();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Your number, please');
  await preview.getByText('Your number, please').waitFor();
  expect(await backgroundOf(page, 'Get the code')).toBe('rgb(122, 62, 0)');
  await preview.getByRole('textbox', { name: 'Phone number' }).fill('+7 916 123-00-01');
  await preview.getByRole('button', { name: 'Get the code' }).click();
  await preview.getByRole('textbox', { name: 'Code' }).fill('123456');
  await preview.getByText('Number confirmed').waitFor();
  await isAccessible(page);
});

/** Runs in the page. The widget's shadow root is closed, which neither locators nor axe can enter. */
function openShadowRoots(): void {
  // The method runs with the element that it is called on.
  // oxlint-disable-next-line typescript/unbound-method
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachOpen(init) {
    return attach.call(this, { ...init, mode: 'open' });
  };
}

function backgroundOf(page: Page, name: string): Promise<string> {
  const button = page.locator('[data-preview="widget"]').getByRole('button', { name });
  return button.evaluate((element) => getComputedStyle(element).backgroundColor);
}

test('a new widget offers lines to copy for each kind of site', async () => {
  const { page } = visit;
  const [profile, name] = [called('Shop'), called('Checkout')];
  await createProfile(profile);
  await visit.open(`/verification/widgets/new?company=${demo.companies.coffee}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.getByRole('option', { name: profile }).click();
  await page.getByRole('combobox', { name: 'Sites' }).fill('https://Shop.Example/checkout');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  const widgetId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await visit.open(`/verification/widgets/${widgetId}`);
  const chosen = page.getByRole('combobox', { name: 'Profile' });
  await expect.poll(() => chosen.inputValue()).toBe(profile);
  for (const place of ['Plain page', 'Tilda', 'WordPress', '1C-Bitrix']) {
    await page.getByRole('tab', { name: place }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(widgetId);
  }
  await isAccessible(page);
});

test('an owner sees the errors with what to do, and lifts a suspicion', async () => {
  const { page } = visit;
  const gatewayId = await createProfile(called('Stopped'));
  const csrf = await page.evaluate(async () => {
    const answer: unknown = await (await fetch('/console/api/v1/session')).json();
    return (answer as { csrfToken: string }).csrfToken; // by the contract of the session
  });
  await page.request.post(`/console/api/v1/verification/profiles/${gatewayId}`, {
    headers: { 'x-csrf-token': csrf },
    data: { enteredShareAfter: 1, enteredShareMin: 50 },
  });
  for (const end of [1, 2])
    await page.request.post('/api/v1/verifier/send', {
      headers: { authorization: `Bearer ${demo.keys.VERIFIER}` },
      data: { channelType: 'SMS', destination: `7916444000${end}`, gatewayId },
    });
  await visit.open('/verification/errors');
  await page.getByRole('link', { name: /^350 · / }).waitFor();
  await page.getByText('Open the browser console to see the reason.').waitFor();
  const row = page.getByRole('row').filter({ hasText: '+7 916 444-••-••' });
  await isAccessible(page);
  await row.getByRole('button', { name: 'Lift' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('Lifted: Suspicious numbers +7 916 444-••-••').waitFor();
});

test('staff see every company, and filter by one', async () => {
  const staff = await openVisit(browser, demo, 'staff');
  const { page } = staff;
  await staff.open('/bo/verification');
  const row = page.getByRole('row').filter({ hasText: 'Вход в приложение' });
  await row.waitFor();
  await isAccessible(page);
  await staff.open(`/bo/verification/profiles?company=${demo.companies.yoga}`);
  await page.getByText('No profiles yet').waitFor();
  for (const name of ['Widgets', 'Conversion', 'Errors and stops']) {
    await page.getByRole('navigation', { name: 'Verification' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await settled(page);
    await isAccessible(page);
  }
  await staff.close();
});
