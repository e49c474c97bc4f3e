import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../given/api.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { givenVerifier, givenWidget } from '../given/people/verification.ts';
import { givenSite } from '../given/people/widget-site.ts';
import { changeWidget } from '../given/rows/widgets.ts';

let api: Api;
beforeAll(async () => {
  api = await sharedApi();
});
afterAll(() => api.close());

const keyIdOf = (value: string) => Buffer.from(value, 'base64').toString().split(':')[0];

describe('texts and colours', () => {
  test.each([
    [{ texts: { title: 'Your phone', resend: 'Send again' } }, 200],
    [{ colours: { accent: '#336699', radius: '8px', font: 'Georgia, serif' } }, 200],
    [{ texts: { heading: 'Your phone' } }, 'texts.heading'],
    [{ colours: { shadow: '#000000' } }, 'colours.shadow'],
    [{ colours: { accent: '#ffdd00' } }, 'colours.accent'],
    [{ colours: { font: 'x;}' } }, 'colours.font'],
  ])('such as %j are saved or refused at their field: %s', async (change, result) => {
    const { widget } = await givenSite(api);
    const { status, body } = await widget.change(change);
    if (result === 200) expect([status, body]).toMatchObject([200, change]);
    else expect([status, body]).toMatchObject([400, { error: { code: 4000, details: [{ field: result }] } }]);
  });

  test('of earlier versions with other names are kept, not shown to visitors, and block no other change', async () => {
    const { widget } = await givenSite(api);
    await changeWidget(api, widget.widgetId, {
      texts: { footer: 'x', title: 'Phone' },
      colours: { shadow: '#000000', accent: '#ffdd00' },
    });
    expect((await widget.change({ name: 'New' })).body).toMatchObject({ texts: { footer: 'x', title: 'Phone' } });
    expect((await widget.browse('GET', `/${widget.widgetId}`)).body).toMatchObject({
      texts: { title: 'Phone' },
      colours: { accent: '#ffdd00' },
    });
    expect(JSON.stringify((await widget.browse('GET', `/${widget.widgetId}`)).body)).not.toMatch(/footer|shadow/);
  });
});

describe('the keys of a captcha', () => {
  let account: Account;
  let draft: object;
  beforeAll(async () => {
    account = await givenAccount(api);
    draft = { gatewayId: (await givenVerifier(api, account)).gatewayId };
  });
  const none = { siteKey: undefined, secret: undefined };

  covers('messaging.widget.captcha-keys');
  test('are needed for the captcha of a provider, and not for a proof of work', async () => {
    const widget = await givenWidget(api, account, { ...draft, ...none, captchaType: 'POW' });
    const shown = await widget.browse('GET', `/${widget.widgetId}`);
    expect(shown.body).toMatchObject({ captchaType: 'POW', siteKey: '' });
    for (const field of ['siteKey', 'secret'])
      for (const value of [undefined, ''])
        await expect(givenWidget(api, account, { ...draft, [field]: value })).rejects.toThrow(`"field":"${field}"`);
  });

  test('are needed when a widget gets such a captcha later', async () => {
    const widget = await givenWidget(api, account, { ...draft, ...none, captchaType: 'POW' });
    const change = (settings: object) => widget.change({ captchaType: 'HCAPTCHA', ...settings });
    for (const [settings, field] of [
      [{}, 'siteKey'],
      [{ secret: 'x' }, 'siteKey'],
      [{ siteKey: 'x' }, 'secret'],
    ] as const)
      expect((await change(settings)).body).toMatchObject({ error: { code: 4000, details: [{ field }] } });
    expect((await change({ siteKey: 'x', secret: 'x' })).status).toBe(200);
    expect((await widget.change({ name: 'New' })).status).toBe(200);
  });
});

describe('a widget of a builder site', () => {
  let account: Account;
  let builder: object;
  beforeAll(async () => {
    account = await givenAccount(api);
    const { gatewayId } = await givenVerifier(api, account);
    builder = { gatewayId, kind: 'BUILDER', keyId: keyIdOf(account.keys.VERIFIER_BUILDER), dayAmountMax: 100 };
  });

  covers('messaging.widget.builder-limits');
  test.each([
    [{ dayAmountMax: null }, 'dayAmountMax'],
    [{ domains: [] }, 'domains'],
    [{ captchaType: 'NONE' }, 'captchaType'],
  ])('is not created with %j', async (change, field) => {
    await expect(givenWidget(api, account, { ...builder, ...change })).rejects.toThrow(`"field":"${field}"`);
  });

  test('may have a proof of work as its captcha, and cannot lose its limits later', async () => {
    const widget = await givenWidget(api, account, { ...builder, captchaType: 'POW' });
    for (const [change, field] of [
      [{ dayAmountMax: null }, 'dayAmountMax'],
      [{ captchaType: 'NONE' }, 'captchaType'],
      [{ keyId: null }, 'keyId'],
    ] as const)
      expect((await widget.change(change)).body).toMatchObject({ error: { details: [{ field }] } });
  });

  test('without a limit, from an earlier version, can still be switched off', async () => {
    const widget = await givenWidget(api, account, builder);
    await changeWidget(api, widget.widgetId, { dayMicrosMax: null });
    expect((await widget.change({ name: 'New' })).status).toBe(400);
    expect((await widget.change({ status: 'DISABLED' })).status).toBe(200);
    expect((await widget.change({ status: 'ACTIVE' })).status).toBe(400);
    expect((await widget.change({ status: 'ACTIVE', dayAmountMax: 50 })).status).toBe(200);
  });
});
