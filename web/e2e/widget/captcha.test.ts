// The five captchas, played by doubles at their real addresses: a visitor gets the code whenever the provider passes
// the visitor, and otherwise reads the right number.
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  CAPTCHA_HOSTS,
  CAPTCHA_TYPES,
  type CaptchaManner,
  type CaptchaType,
  playCaptcha,
} from './given/captcha-doubles.ts';
import { type Place, usePlace, visit, visitStrict } from './given/place.ts';
import { codeOn, givenWidget, newNumber } from './given/shop.ts';
import { recordedOn } from './given/strict-page.ts';
import type { Visitor } from './given/visitor.ts';
import { CODE, CONFIRMED, GET_CODE, PHONE, TRY_AGAIN } from './given/words.ts';

const place = usePlace();
const widgets = new Map<string, string>();
beforeAll(async () => {
  const { host } = place().site;
  const drafts = [
    ...CAPTCHA_TYPES.map((captchaType) => [captchaType, { captchaType }] as const),
    ['POW', { captchaType: 'POW' }] as const,
    ['fallback', { captchaType: 'TURNSTILE', powFallback: true }] as const,
    ['failing', { captchaType: 'HCAPTCHA', powFallback: true }] as const,
  ];
  await Promise.all(
    drafts.map(async ([name, widget]) => widgets.set(name, (await givenWidget({ host, widget })).widgetId)),
  );
});

type Opened = { readonly visitor: Visitor; readonly page: Page; readonly asked: readonly string[] };

async function open(on: Place, widget: string, type: CaptchaType, manner: CaptchaManner): Promise<Opened> {
  let asked: readonly string[] = [];
  const strict = { options: { widgetId: widgets.get(widget) }, captcha: [CAPTCHA_HOSTS[type]] };
  const visitor = await visitStrict(on, strict, {}, async ({ context }) => {
    asked = await playCaptcha(context, type, manner);
  });
  return { visitor, page: visitor.page, asked };
}

/** A captcha that fails while the visitor types shows its error before the button is pressed. */
async function request(page: Page, number: string, untilExpired = false): Promise<void> {
  await page.getByRole('textbox', { name: PHONE }).fill(number);
  if (untilExpired) await page.locator('[data-expired]').waitFor({ state: 'attached' });
  const button = page.getByRole('button', { name: GET_CODE });
  const failed = page.getByText('(341)');
  await button.or(failed).first().waitFor();
  await Promise.race([button.click(), failed.waitFor()]);
}

async function confirm(page: Page, number: string): Promise<void> {
  await page.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
  await page.getByText(CONFIRMED).waitFor();
}

const PASSING = [
  { manner: 'passes', how: 'at the first try' },
  { manner: 'slow', how: 'whose script comes late' },
  { manner: 'expires', how: 'whose first token has expired' },
] as const;

test.concurrent.for(CAPTCHA_TYPES.flatMap((type) => PASSING.map((passing) => ({ type, ...passing }))))(
  'a visitor passes $type $how',
  async ({ type, manner }, { expect }) => {
    const number = newNumber();
    const { visitor, page, asked } = await open(place(), type, type, manner);
    // A click before the first token has expired would send that token. RECAPTCHA_V3 has no box.
    await request(page, number, manner === 'expires' && type !== 'RECAPTCHA_V3');
    await confirm(page, number);
    expect(asked).toHaveLength(1);
    expect((await recordedOn(page)).events.filter(({ name }) => name === 'error')).toEqual([]);
    await visitor.close();
  },
);

test.concurrent.for(CAPTCHA_TYPES.map((type) => ({ type })))(
  'a visitor who fails $type once reads 110 and passes at the second try',
  async ({ type }) => {
    const number = newNumber();
    const { visitor, page } = await open(place(), type, type, 'fails');
    await request(page, number);
    await page.getByText('The robot check was not passed').first().waitFor();
    await page.getByRole('button', { name: GET_CODE }).click();
    await confirm(page, number);
    await visitor.close([/110/, /Failed to load resource/]);
  },
);

test.concurrent.for(CAPTCHA_TYPES.map((type) => ({ type })))(
  'the button stays in its place while the script of $type comes late',
  async ({ type }, { expect }) => {
    const { visitor, page } = await open(place(), type, type, 'slow');
    await page.getByRole('textbox', { name: PHONE }).fill(newNumber());
    const button = page.getByRole('button', { name: GET_CODE });
    const before = await button.boundingBox();
    // RECAPTCHA_V3 draws no box.
    if (type === 'RECAPTCHA_V3')
      await page.waitForFunction(() => 'execute' in (Reflect.get(window, 'grecaptcha') ?? {}));
    else await page.getByText('I am not a robot').waitFor();
    expect(await button.boundingBox()).toEqual(before);
    await visitor.close();
  },
);

const TROUBLES = [
  { manner: 'wrong-secret', code: 340 },
  { manner: 'wrong-key', code: 341 },
  { manner: 'missing', code: 341 },
] as const;

test.concurrent.for(CAPTCHA_TYPES.flatMap((type) => TROUBLES.map((trouble) => ({ type, ...trouble }))))(
  '$type with the trouble $manner shows $code',
  async ({ type, manner, code }, { expect }) => {
    const { visitor, page } = await open(place(), type, type, manner);
    await request(page, newNumber());
    await page.getByText(`(${code})`).waitFor();
    const { keys } = await recordedOn(page);
    expect(keys).toEqual([]);
    await visitor.close([new RegExp(`${code}`), /Failed to load resource/]);
  },
);

test('proof of work needs no third party', async () => {
  const number = newNumber();
  const visitor = await visitStrict(place(), { options: { widgetId: widgets.get('POW') } });
  await request(visitor.page, number);
  await confirm(visitor.page, number);
  await visitor.close();
});

test('a widget with a fallback shows 341 when only its visitor blocks the captcha', async () => {
  const { visitor, page } = await open(place(), 'fallback', 'TURNSTILE', 'missing');
  const beacon = page.waitForResponse((response) => response.url().endsWith('/events'));
  await request(page, newNumber());
  await page.getByText('(341)').waitFor();
  expect((await beacon).status()).toBe(204);
  expect((await recordedOn(page)).keys).toEqual([]);
  await visitor.close([/341/, /Failed to load resource/]);
});

test('a widget with a fallback takes a proof of work while the service observes that its provider fails', async () => {
  await replacedCaptcha();
  const number = newNumber();
  const { visitor, page, asked } = await open(place(), 'failing', 'HCAPTCHA', 'missing');
  await request(page, number);
  await confirm(page, number);
  expect(asked).toEqual([]);
  await visitor.close();
});

test('a captcha that failed leaves the page when a proof of work replaces it', async () => {
  const address = await replacedCaptcha();
  const strict = { options: { widgetId: widgets.get('failing') }, captcha: [CAPTCHA_HOSTS.HCAPTCHA] };
  const visitor = await visitStrict(place(), strict, {}, async ({ context }) => {
    await playCaptcha(context, 'HCAPTCHA', 'wrong-key');
    // The first answer comes from the time before the service observed the failure.
    const early = async (route: Route) => {
      const response = await route.fetch();
      const settings = (await response.json()) as object; // the contract
      await route.fulfill({ response, json: { ...settings, captchaType: 'HCAPTCHA' } });
    };
    await context.route(address, early, { times: 1 });
  });
  const { page } = visitor;
  const number = newNumber();
  await request(page, number);
  await page.getByText('(341)').waitFor();
  await page.getByRole('button', { name: TRY_AGAIN }).click();
  await request(page, number);
  expect(await page.getByText('I am not a robot').count()).toBe(0);
  expect(await page.locator('[slot="captcha"]').getAttribute('style')).toBeFalsy();
  await confirm(page, number);
  await visitor.close([/341/]);
});

/** The service observes that the provider of the widget fails. Returns the address of the widget's settings. */
async function replacedCaptcha(): Promise<string> {
  const address = `${place().serviceUrl}/widget/v1/${widgets.get('failing')}`;
  const replaced = async () => ((await (await fetch(address)).json()) as { captchaType: string }).captchaType; // the contract
  await expect.poll(replaced, { timeout: 30_000, interval: 500 }).toBe('POW');
  return address;
}

test('a further code after one that arrived needs a second captcha at once, and shows no error', async () => {
  const number = newNumber();
  const { visitor, page } = await open(place(), 'TURNSTILE', 'TURNSTILE', 'passes');
  const tokens: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/sessions')) tokens.push((sent.postDataJSON() as { captchaToken?: unknown }).captchaToken); // the body of the widget
  });
  await request(page, number);
  await codeOn(number);
  await expect.poll(async () => (await recordedOn(page)).events.map(({ name }) => name)).toContain('delivered');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('textbox', { name: CODE }).fill(await codeOn(number, 1));
  await page.getByText(CONFIRMED).waitFor();
  expect(tokens).toEqual(['pass', 'pass']);
  expect((await recordedOn(page)).events.filter(({ name }) => name === 'error')).toEqual([]);
  await visitor.close();
});

test('two widgets of a page load the script of their captcha once', async () => {
  const { serviceUrl, site } = place();
  const widgetId = widgets.get('TURNSTILE');
  let asked: readonly string[] = [];
  const visitor = await visit(
    place(),
    {
      body: '<div id="one"></div><div id="two"></div>',
      script: `for (const id of ['#one', '#two'])
        VerifyWidget.mount(id, { widgetId: '${widgetId}' }, (key) => fetch('${site.serverUrl}/sends', {
          method: 'POST', body: JSON.stringify({ key }) }), () => undefined);`,
      sources: [`${serviceUrl}/widget/v1/verify.js`],
    },
    {},
    async ({ context }) => {
      asked = await playCaptcha(context, 'TURNSTILE', 'passes');
    },
  );
  for (const host of ['#one', '#two']) {
    const number = newNumber();
    const widget = visitor.page.locator(host);
    await widget.getByRole('textbox', { name: PHONE }).fill(number);
    await widget.getByRole('button', { name: GET_CODE }).click();
    await widget.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
    await widget.getByText(CONFIRMED).waitFor();
  }
  expect(asked).toHaveLength(1);
  await visitor.close();
});
