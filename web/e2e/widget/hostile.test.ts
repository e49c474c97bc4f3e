// Pages that make life hard for a widget. On each of them a visitor confirms a number all the same.
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { usePlace, visit, visitStrict } from './given/place.ts';
import { codeOn, givenWidget, newNumber } from './given/shop.ts';
import type { SitePage } from './given/site.ts';
import { CODE, CONFIRMED, GET_CODE, PHONE } from './given/words.ts';

const place = usePlace();
let widgetId: string;
beforeAll(async () => {
  ({ widgetId } = await givenWidget({ host: place().site.host }));
});

async function confirm(within: Page | FrameLocator | Locator, number = newNumber()): Promise<void> {
  await within.getByRole('textbox', { name: PHONE }).fill(number);
  await within.getByRole('button', { name: GET_CODE }).click();
  await within.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
  await within.getByText(CONFIRMED).first().waitFor();
}

/** Mounts with functions of the time before the page changed them. */
const mounting = (target = "'#verify'"): string => `
const ask = window.fetch.bind(window);
const mountAt = (target) => VerifyWidget.mount(target, { widgetId: '${widgetId}' }, (key) =>
  ask('${place().site.serverUrl}/sends', { method: 'POST', body: '{"key":"' + key + '"}' }), () => undefined);
window.handle = mountAt(${target});`;

type Hostile = { readonly title: string; readonly page: () => SitePage };

const BODY = '<div id="verify"></div>';

const PAGES: readonly Hostile[] = [
  {
    title: 'that unsets every property of every element',
    page: () => ({
      body: BODY,
      head: '<style>* { all: unset !important } div, input, button { float: right; width: 3px; opacity: 0.2 }</style>',
      script: mounting(),
    }),
  },
  {
    title: 'that extends the prototypes of arrays, objects and functions',
    page: () => ({
      body: BODY,
      sources: [],
      head: `<script>
        Array.prototype.each = Array.prototype.forEach;
        Array.prototype.toJSON = function () { return '[' + this.join() + ']'; };
        String.prototype.toJSON = function () { return this.valueOf(); };
        Object.prototype.extended = function () { return 'by the page'; };
        Function.prototype.bind = Function.prototype.bind;
        Element.prototype.show = function () { return this; };
        window.$ = window.$$ = function () { return null; };
      </script><script src="${place().serviceUrl}/widget/v1/verify.js"></script>`,
      script: mounting(),
    }),
  },
  {
    title: 'that replaces fetch, Promise and URL after the widget has loaded',
    page: () => ({
      body: BODY,
      script: `${mounting()}
        const broken = function () { throw new Error('replaced by the page'); };
        window.fetch = broken;
        window.Promise = broken;
        window.URL = broken;`,
    }),
  },
  {
    title: 'with the widget in a modal dialog',
    page: () => ({
      body: `<dialog id="box">${BODY}<button>Close</button></dialog>`,
      script: `document.querySelector('#box').showModal();${mounting()}`,
    }),
  },
  {
    title: 'with the widget in a shadow root of its own',
    page: () => ({
      body: '<section id="part"></section>',
      script: `const root = document.querySelector('#part').attachShadow({ mode: 'open' });
        const inside = document.createElement('div');
        root.append(inside);
        ${mounting('inside')}`,
    }),
  },
  {
    title: 'in a language that is read from right to left',
    page: () => ({ body: `<div dir="rtl">${BODY}</div>`, script: mounting() }),
  },
  {
    title: 'that mounts the widget twice in the same place',
    page: () => ({ body: BODY, script: `${mounting()}mountAt('#verify');` }),
  },
];

test.concurrent.for(PAGES)('a visitor confirms a number on a page $title', async ({ page }) => {
  const visitor = await visit(place(), page());
  await confirm(visitor.page);
  await visitor.close();
});

test('two widgets of a page do not disturb each other', async () => {
  const visitor = await visit(place(), {
    body: '<div id="verify"></div><div id="second"></div>',
    script: `${mounting()}mountAt('#second');`,
  });
  const [first, second] = ['#verify', '#second'].map((id) => visitor.page.locator(id));
  if (first === undefined || second === undefined) throw new Error('the page has no two widgets');
  const number = newNumber();
  await first.getByRole('textbox', { name: PHONE }).fill(number);
  await first.getByRole('button', { name: GET_CODE }).click();
  await confirm(second);
  await first.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
  await first.getByText(CONFIRMED).waitFor();
  await visitor.close();
});

test('a widget in a transformed frame of 320 pixels fits, and works', async () => {
  const inner = place().site.put('inner', {
    body: BODY,
    head: '<style>body { margin: 0 }</style>',
    script: mounting(),
  });
  const visitor = await visit(place(), {
    sources: [],
    body: `<iframe src="${inner}" title="Confirm" style="width:320px;height:600px;border:0;transform:rotate(0.5deg) scale(0.9)"></iframe>`,
  });
  const frame = visitor.page.frameLocator('iframe');
  await confirm(frame);
  const wide = await frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
  expect(wide).toBe(0);
  await visitor.close();
});

test('a widget that is removed from its page asks the service no more', async () => {
  const visitor = await visitStrict(place(), { options: { widgetId } });
  const { page } = visitor;
  const number = newNumber();
  await page.getByRole('textbox', { name: PHONE }).fill(number);
  await page.getByRole('button', { name: GET_CODE }).click();
  await page.getByRole('textbox', { name: CODE }).waitFor();
  await page.evaluate(() => document.querySelector('#verify')?.remove());
  // An answer that is under way may end; no request begins.
  await page.waitForTimeout(300);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.waitForTimeout(2_000);
  expect(requests).toEqual([]);
  await visitor.close();
});

test('a visitor on a slow network confirms a number', async () => {
  const visitor = await visitStrict(place(), { options: { widgetId } }, {}, async ({ page, context }) => {
    const devtools = await context.newCDPSession(page);
    const rate = 50_000;
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: rate,
      uploadThroughput: rate,
    });
  });
  await confirm(visitor.page);
  await visitor.close();
});

test('a widget goes on after the visitor left the page and came back', async () => {
  const visitor = await visitStrict(place(), { options: { widgetId } });
  const { page } = visitor;
  const number = newNumber();
  await page.getByRole('textbox', { name: PHONE }).fill(number);
  await page.getByRole('button', { name: GET_CODE }).click();
  await page.getByRole('textbox', { name: CODE }).waitFor();
  const again = page.waitForRequest((request) => request.url().includes('/widget/v1/sessions/'));
  // The browser of the tests keeps no pages: the events of a page that was kept are played.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  const code = await codeOn(number);
  await page.getByRole('textbox', { name: CODE }).fill(code);
  await page.getByText(CONFIRMED).waitFor();
  await again;
  await page.goto(place().site.put('elsewhere', { body: '<p>Elsewhere</p>', sources: [] }));
  await page.goBack();
  await page.getByRole('textbox', { name: PHONE }).waitFor();
  await confirm(page);
  await visitor.close();
});

test('a selector without an element is an error in words', async () => {
  const visitor = await visitStrict(place(), { options: { widgetId } });
  const message = await visitor.page.evaluate(() => {
    const { VerifyWidget } = window as unknown as { VerifyWidget: { mount(selector: string, options: object): void } };
    try {
      VerifyWidget.mount('#nowhere', { widgetId: 'AAAAAA' });
    } catch (error) {
      return String(error);
    }
    return 'no error';
  });
  expect(message).toContain('#nowhere');
  await visitor.close();
});
