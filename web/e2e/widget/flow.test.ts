// The whole way of a visitor in a real browser: three origins, the strictest policy, the keyboard alone, and the shadow
// root closed as it is for every visitor.
import { beforeAll, expect, test } from 'vitest';
import { focusedIn, readTree, tabTo, untilShown } from './given/accessible-tree.ts';
import { usePlace, visit, visitStrict } from './given/place.ts';
import { codeOn, givenChannelNames, givenWidget, newNumber, wrong } from './given/shop.ts';
import { recordedOn, strictPage } from './given/strict-page.ts';
import { CODE, GET_CODE, PHONE } from './given/words.ts';

const CHANNELS = [
  { channelType: 'SMS', senderName: 'ZERNO', text: 'Your code: {code}' },
  { channelType: 'FLASHCALL', senderName: 'ZernoCode', text: '{code}' },
  { channelType: 'VOICECODE', senderName: 'voicecode', text: 'Your code: {code}' },
  { channelType: 'TELEGRAM', senderName: 'ZernoCode', text: 'Your code: {code}' },
] as const;

/** Buttons of the channels after the first. */
const BY = { SMS: /SMS/, FLASHCALL: /^Call/, VOICECODE: /^Voice/, TELEGRAM: /^Telegram/ };

const place = usePlace();
let widgetId: string;
beforeAll(async () => {
  await givenChannelNames(['FLASHCALL', 'VOICECODE', 'TELEGRAM']);
  ({ widgetId } = await givenWidget({ host: place().site.host, profile: { channels: CHANNELS } }));
});

test.concurrent.for(CHANNELS.map(({ channelType }, at) => ({ channelType, at })))(
  'a visitor confirms a number over $channelType by keyboard alone, under the strictest policy',
  async ({ channelType, at }, { expect }) => {
    const number = newNumber();
    const visitor = await visitStrict(place(), { options: { widgetId } }, { closed: true });
    const { page } = visitor;
    await untilShown(page, 'textbox', PHONE);
    await tabTo(page, 'textbox', PHONE);
    await page.keyboard.type(`8${number.slice(1)}`);
    if (at > 0) await tabTo(page, 'button', BY[channelType]);
    await page.keyboard.press('Enter');

    await untilShown(page, 'textbox', CODE);
    await expect.poll(async () => focusedIn(await readTree(page))?.name).toMatch(CODE);
    const code = await codeOn(number);
    expect(code).toHaveLength(channelType === 'FLASHCALL' ? 4 : 6);
    await page.keyboard.type(wrong(code));
    await untilShown(page, 'StaticText', /^Wrong code/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`${code.slice(0, 2)} ${code.slice(2)}`);
    await untilShown(page, 'StaticText', /Number confirmed/);
    await expect.poll(async () => focusedIn(await readTree(page))?.name).toBe('Continue');

    const { keys, results, events } = await recordedOn(page);
    expect(keys).toHaveLength(1);
    expect(results).toEqual([{ key: keys[0], destination: expect.any(String), channel: channelType }]);
    const names = events.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ready', 'sending', 'sent', 'wrong-code', 'confirmed']));
    expect(names.filter((name) => name === 'confirmed')).toHaveLength(1);
    const proof = await fetch(`${place().site.serverUrl}/check`, {
      method: 'POST',
      body: JSON.stringify({ key: keys[0] }),
    });
    expect(await proof.json()).toEqual({ status: 'CONFIRMED' });
    await visitor.close();
  },
);

test('the Tab key passes the number, the button and the other channels, and leaves the widget', async () => {
  const visitor = await visitStrict(place(), { options: { widgetId } }, { closed: true });
  const { page } = visitor;
  await untilShown(page, 'textbox', PHONE);
  await tabTo(page, 'textbox', PHONE);
  const passed = await tabTo(page, 'button', /^Continue$/);
  expect(passed).toEqual([
    'textbox Phone number',
    'button Get the code (SMS)',
    'button Call, last digits',
    'button Voice call',
    'button Telegram',
    'button Continue',
  ]);
  await visitor.close();
});

test("end-to-end tests of a site look into the widget in test mode, and a page's scripts do not elsewhere", async () => {
  const { browser } = place();
  const url = place().site.put('modes', strictPage(place().serviceUrl, place().site, { options: { widgetId } }));
  const plain = await browser.newContext();
  const tested = await plain.newPage();
  await tested.goto(url);
  await tested.getByRole('textbox', { name: PHONE }).waitFor();
  await plain.close();
  const visitor = await visitStrict(place(), { options: { widgetId } }, { closed: true });
  await untilShown(visitor.page, 'textbox', PHONE);
  expect(await visitor.page.locator('#verify > div').evaluate((host) => host.shadowRoot)).toBeNull();
  expect(await visitor.page.getByRole('textbox', { name: PHONE }).count()).toBe(0);
  await visitor.close();
});

test('a page written for the public call works unchanged, with the public file names', async () => {
  const number = newNumber();
  const { site, serviceUrl } = place();
  const visitor = await visit(place(), {
    styles: [`${serviceUrl}/VerifyWidget.css`],
    sources: [`${serviceUrl}/VerifyWidget.umd.min.js`],
    body: '<form id="order"><div id="verify-widget"></div><button>Order</button></form>',
    script: `
      function sendAuthKey(key) {
        var request = new XMLHttpRequest();
        request.open('POST', '${site.serverUrl}/sends');
        request.setRequestHeader('content-type', 'application/json');
        request.send(JSON.stringify({ key: key }));
      }
      function onSuccess() { document.title = 'verified'; }
      VerifyWidget.mount(
        '#verify-widget',
        { destination: '${number}', widgetId: '${widgetId}', captchaSiteKey: '' },
        sendAuthKey,
        onSuccess
      );`,
  });
  const { page } = visitor;
  await page.getByRole('button', { name: GET_CODE }).click();
  await page.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
  await expect.poll(() => page.title()).toBe('verified');
  expect(await page.locator('#verify-widget').getAttribute('data-verified')).not.toBeNull();
  await page.evaluate(() => (window as unknown as { VerifyWidget: { unmount(): void } }).VerifyWidget.unmount());
  expect(await page.locator('#verify-widget *').count()).toBe(0);
  expect(page.url()).not.toContain('?');
  await visitor.close();
});

test('the files of the widget can be pinned with their hashes', async () => {
  const list = await fetch(`${place().serviceUrl}/widget/v1/integrity.json`);
  const hashes = (await list.json()) as Record<string, string>; // names of files and their hashes
  const [[name, integrity] = ['', '']] = Object.entries(hashes);
  const pinned = `${place().serviceUrl}/widget/v1/${name}`;
  const visitor = await visit(place(), {
    sources: [],
    head: `<script src="${pinned}" integrity="${integrity}" crossorigin="anonymous"></script>`,
    body: '<div id="verify"></div>',
    script: `VerifyWidget.mount('#verify', { widgetId: '${widgetId}' }, () => undefined, () => undefined)`,
  });
  await visitor.page.getByRole('textbox', { name: PHONE }).waitFor();
  await visitor.close();
});
