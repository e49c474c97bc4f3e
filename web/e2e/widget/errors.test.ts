// Every error number of the widget: the words of the visitor, the words of the developer in the console, the `error`
// event, and the beacon for numbers that only the script knows. The service raises the others itself.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CAPTCHA_HOSTS, type CaptchaManner, playCaptcha } from './given/captcha-doubles.ts';
import { usePlace, visitStrict } from './given/place.ts';
import { codeOn, givenKey, givenWidget, newNumber } from './given/shop.ts';
import { type ServerPath, type Site, startSite } from './given/site.ts';
import { recordedOn } from './given/strict-page.ts';
import type { Visitor } from './given/visitor.ts';
import { CODE, CONFIRMED, GET_CODE, PHONE, TRY_AGAIN } from './given/words.ts';

const place = usePlace();
/** Sites of companies without money and without names of their own. */
const sites: Site[] = [];
afterAll(() => Promise.all(sites.map((site) => site.close())));

type Widgets = Readonly<Record<'plain' | 'captcha' | 'limited' | 'inactive' | 'poor' | 'other', string>>;
let widgets: Widgets;
let poor: Site;
let other: Site;
beforeAll(async () => {
  const { companies } = inject('demo');
  [poor, other] = await Promise.all([siteOf(companies.bakery), siteOf(companies.pharmacy)]);
  const { host } = place().site;
  const sms = (senderName: string) => ({ channels: [{ channelType: 'SMS', senderName, text: 'Code {code}' }] });
  const made = await Promise.all([
    givenWidget({ host }),
    givenWidget({ host, widget: { captchaType: 'TURNSTILE' } }),
    givenWidget({ host, profile: { sendsPerNumber: 1 } }),
    givenWidget({ host, profile: sms('ZernoGift') }),
    givenWidget({ host: poor.host, companyId: companies.bakery, profile: sms('KORKA') }),
    givenWidget({ host: other.host, companyId: companies.pharmacy, profile: sms('ROMASHKA') }),
  ]);
  const [plain = '', captcha = '', limited = '', inactive = '', none = '', theirs = ''] = made.map(
    ({ widgetId }) => widgetId,
  );
  widgets = { plain, captcha, limited, inactive, poor: none, other: theirs };
});

async function siteOf(companyId: number): Promise<Site> {
  const keys = { VERIFIER: await givenKey(companyId, 'VERIFIER'), VERIFIER_BUILDER: '' };
  const site = await startSite({ serviceUrl: inject('demo').baseUrl, keys });
  sites.push(site);
  return site;
}

type Row = {
  readonly code: number;
  readonly widget: keyof Widgets | 'AAAAAA';
  readonly server?: ServerPath;
  readonly captcha?: CaptchaManner;
  readonly visitor: RegExp;
  readonly developer: RegExp;
  readonly beacon?: boolean;
};

const NEUTRAL = /code cannot be sent now/i;

const ROWS: readonly Row[] = [
  { code: 110, widget: 'captcha', captcha: 'fails', visitor: /robot check was not passed/i, developer: /110/ },
  { code: 130, widget: 'limited', visitor: /too many attempts.*\d+ min/i, developer: /limit/i },
  { code: 210, widget: 'poor', visitor: NEUTRAL, developer: /balance/i },
  { code: 230, widget: 'inactive', visitor: NEUTRAL, developer: /sender name/i },
  { code: 310, widget: 'AAAAAA', visitor: NEUTRAL, developer: /AAAAAA/ },
  { code: 320, widget: 'other', server: 'without-key', visitor: NEUTRAL, developer: /key/i },
  { code: 321, widget: 'plain', server: 'silent', visitor: NEUTRAL, developer: /widget\/send/i },
  { code: 330, widget: 'plain', server: 'bad-api-key', visitor: NEUTRAL, developer: /API key/i },
  { code: 331, widget: 'plain', server: 'builder-key', visitor: NEUTRAL, developer: /VERIFIER/ },
  { code: 340, widget: 'captcha', captcha: 'wrong-secret', visitor: NEUTRAL, developer: /captcha/i },
  {
    code: 341,
    widget: 'captcha',
    captcha: 'missing',
    visitor: /robot check could not be loaded/i,
    developer: /challenges\.cloudflare\.com/,
    beacon: true,
  },
  { code: 350, widget: 'plain', server: 'fails', visitor: NEUTRAL, developer: /sendAuthKeyFunc/, beacon: true },
];

const siteFor = (widget: Row['widget']): Site => ({ poor, other })[widget as string] ?? place().site;

async function open({ widget, server, captcha }: Row, events: string[]): Promise<Visitor> {
  const widgetId = widget === 'AAAAAA' ? widget : widgets[widget];
  const strict = {
    options: { widgetId },
    ...(server !== undefined && { server }),
    ...(captcha !== undefined && { captcha: [CAPTCHA_HOSTS.TURNSTILE] }),
  };
  return visitStrict({ ...place(), site: siteFor(widget) }, strict, {}, async ({ page, context }) => {
    if (captcha !== undefined) await playCaptcha(context, 'TURNSTILE', captcha);
    page.on('response', (response) => {
      if (response.url().endsWith('/events')) events.push(`${response.status()} ${response.request().postData()}`);
    });
  });
}

/** A captcha that fails while the visitor types shows its error before the button is pressed. */
async function request(page: Page, number: string): Promise<void> {
  await page.getByRole('textbox', { name: PHONE }).fill(number);
  const button = page.getByRole('button', { name: GET_CODE });
  const failed = page.getByText('(341)');
  await button.or(failed).first().waitFor();
  await Promise.race([button.click(), failed.waitFor()]);
}

test.concurrent.for(ROWS)('$code: the visitor and the developer each read their own words', async (row, { expect }) => {
  const { code, widget, visitor: words, developer, beacon = false } = row;
  const events: string[] = [];
  const number = newNumber();
  if (widget === 'limited') await confirmedBefore(number);
  const visitor = await open(row, events);
  const { page } = visitor;
  if (code !== 310) await request(page, number);
  const shown = page.getByText(words).first();
  await shown.waitFor();
  await page.getByText(`(${code})`).first().waitFor();

  const line = (): string | undefined => visitor.complaints.find((text) => text.includes(`/errors/widget/${code}`));
  await expect.poll(line).toMatch(developer);
  const errors = (await recordedOn(page)).events.filter(({ name }) => name === 'error');
  expect(errors.map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ code, class: expect.any(String), docs: expect.stringContaining(String(code)) }),
  ]);
  if (beacon) await expect.poll(() => events).toEqual([expect.stringMatching(new RegExp(`^204 .*"code":${code}\\b`))]);
  else expect(events).toEqual([]);
  await visitor.close([new RegExp(`${code}`), /Failed to load resource/]);
});

/** A first code to this number over the limited profile. */
async function confirmedBefore(number: string): Promise<void> {
  const visitor = await visitStrict(place(), { options: { widgetId: widgets.limited } });
  await request(visitor.page, number);
  await visitor.page.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
  await visitor.page.getByText(CONFIRMED).waitFor();
  await visitor.close();
}

test("after 350 the visitor tries again, and the page's function gets the same key", async () => {
  const number = newNumber();
  const strict = { options: { widgetId: widgets.plain }, server: 'fails-once' as const };
  const visitor = await visitStrict(place(), strict);
  const { page } = visitor;
  await request(page, number);
  await page.getByRole('button', { name: TRY_AGAIN }).click();
  await page.getByRole('textbox', { name: CODE }).fill(await codeOn(number));
  await page.getByText(CONFIRMED).waitFor();
  const { keys } = await recordedOn(page);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  await visitor.close([/350/, /Failed to load resource/]);
});

test('a widget that lost its connection goes on by itself when the connection is back', async () => {
  const number = newNumber();
  const visitor = await visitStrict(place(), { options: { widgetId: widgets.plain } });
  const { page, context } = visitor;
  await page.getByRole('textbox', { name: PHONE }).fill(number);
  await context.setOffline(true);
  await page.getByRole('button', { name: GET_CODE }).click();
  await page.getByText(/no connection/i).waitFor();
  await context.setOffline(false);
  await page.getByRole('textbox', { name: CODE }).waitFor();
  const code = await codeOn(number);
  await context.setOffline(true);
  await page.getByRole('textbox', { name: CODE }).fill(code);
  await page.getByText(/no connection/i).waitFor();
  await context.setOffline(false);
  await page.getByText(CONFIRMED).waitFor();
  await visitor.close([/Failed to load resource|ERR_INTERNET_DISCONNECTED/]);
});

test.each([
  ['12345', /number/i],
  ['+49 151 12345678', /countr/i],
])('a number such as %s is marked at its field, in words', async (typed, words) => {
  const visitor = await visitStrict(place(), { options: { widgetId: widgets.plain } });
  const { page } = visitor;
  await request(page, typed);
  const field = page.getByRole('textbox', { name: PHONE });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.getByText(words).first().waitFor();
  await visitor.close([/Failed to load resource/]);
});
