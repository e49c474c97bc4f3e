// Browser access to the widget's endpoints, and the requests to captcha providers.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { type CaptchaServer, startCaptchaServer } from '../../given/outside/captcha-server.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { type GivenWidget, givenVerifier, givenWidget, SITE } from '../../given/people/verification.ts';
import { changeWidget } from '../../given/rows/widgets.ts';

let captcha: CaptchaServer;
let api: Api;
let account: Account;
let gatewayId: string;
let widget: GivenWidget;
beforeAll(async () => {
  captcha = await startCaptchaServer();
  api = await givenApi(captcha.settings);
  account = await givenAccount(api);
  await registerName(api, account, {});
  ({ gatewayId } = await givenVerifier(api, account, { sendsPerAddress: 1_000, sendsPerNumber: 100 }));
  widget = await givenWidget(api, account, { gatewayId, domains: ['shop.example', '*.nord.example'] });
});
afterAll(async () => {
  await api.close();
  await captcha.close();
});

const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const preflight = (path: string, origin: string) =>
  fetch(`${api.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });

describe('a page', () => {
  covers('messaging.widget.cors');
  test.each([SITE, 'https://www.nord.example'])('of the listed site %s may call and read', async (origin) => {
    const { widgetId } = widget;
    const opened = await preflight(`/widget/v1/${widgetId}/sessions`, origin);
    expect(opened.status).toBe(204);
    expect(opened.headers.get('access-control-allow-origin')).toBe(origin);
    expect(opened.headers.get('access-control-allow-methods')).toBe('POST');
    expect(opened.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(opened.headers.get('vary')).toContain('origin');
    for (const [method, path, body] of [
      ['GET', `/${widgetId}`, undefined],
      ['POST', `/${widgetId}/sessions`, { destination: '79161230001', channelType: 'SMS', captchaToken: 'fail' }],
    ] as const) {
      const { headers } = await widget.browse(method, path, body, origin);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('of a listed site may read its own session', async () => {
    const key = await widget.begun();
    expect((await preflight(`/widget/v1/sessions/${key}/check`, SITE)).status).toBe(204);
    const { status, headers } = await widget.browse('GET', `/sessions/${key}`);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, SITE]);
  });

  covers('messaging.widget.cors');
  test.each(['https://evil.example', 'http://shop.example', 'https://nord.example', 'null'])(
    'of %s may not call',
    async (origin) => {
      const { widgetId } = widget;
      const key = await widget.begun();
      for (const path of [
        `/widget/v1/${widgetId}/sessions`,
        `/widget/v1/sessions/${key}/check`,
        `/widget/v1/${widgetId}`,
      ]) {
        const opened = await preflight(path, origin);
        expect([opened.status, corsOf(opened.headers)]).toEqual([405, []]);
      }
      const tries = [
        await widget.browse('GET', `/${widgetId}`, undefined, origin),
        await widget.browse(
          'POST',
          `/${widgetId}/sessions`,
          { destination: '79161230001', channelType: 'SMS' },
          origin,
        ),
        await widget.browse('GET', `/sessions/${key}`, undefined, origin),
        await widget.browse('POST', `/sessions/${key}/check`, { code: '1234' }, origin),
      ];
      for (const reply of tries) expect([reply.status, corsOf(reply.headers)]).toEqual([403, []]);
    },
  );

  test.each([
    ['an encoded letter', (path: string) => path.replace('widget', '%77idget')],
    ['the whole address', (path: string) => `${api.url}${path}`],
  ])('of another site gains nothing by %s in the path', async (_how, spell) => {
    const { hostname, port } = new URL(api.url);
    const posted = (origin: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { origin, 'content-type': 'application/json' };
        const path = spell(`/widget/v1/${widget.widgetId}/sessions`);
        request({ hostname, port, method: 'POST', path, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end(JSON.stringify({ destination: '79161230001', channelType: 'SMS', captchaToken: 'pass' }));
      });
    expect([await posted('https://evil.example'), await posted(SITE)]).toEqual([403, 201]);
  });

  test('without an Origin header starts no session', async () => {
    const body = { destination: '79161230001', channelType: 'SMS', captchaToken: 'pass' };
    expect((await widget.browse('POST', `/${widget.widgetId}/sessions`, body, null)).status).toBe(403);
  });

  test('cannot call any other endpoint, listed or not', async () => {
    for (const path of ['/api/v1/verifier/send', '/api/v1/verifier/widget/send', '/api/v1/balance', '/auth/token']) {
      const opened = await preflight(path, SITE);
      expect([path, opened.status, corsOf(opened.headers)]).toEqual([path, 405, []]);
    }
  });
});

covers('messaging.widget.310');
test('a wrong widget id is 310', async () => {
  for (const id of ['AAAAAA', 'nonsense', '%20', '%00']) {
    const reply = await widget.browse('GET', `/${id}`);
    expect([reply.status, reply.body]).toMatchObject([404, { error: { code: 310 } }]);
  }
  const off = await givenWidget(api, account, { gatewayId });
  await off.change({ status: 'DISABLED' });
  expect((await off.open()).body).toMatchObject({ error: { code: 310 } });
});

test('an unknown session answers 404', async () => {
  const key = 'A'.repeat(43);
  expect((await widget.browse('GET', `/sessions/${key}`)).status).toBe(404);
  expect((await widget.browse('POST', `/sessions/${key}/check`, { code: '1234' })).status).toBe(404);
});

test.each([{ destination: 'me' }, { destination: '4915112345678' }, { channelType: 'VIBER' }, { channelType: 'X' }])(
  'a session with %j is refused',
  async (change) => {
    expect((await widget.open(change)).body).toMatchObject({ error: { code: 4000 } });
  },
);

describe.each([
  ['TURNSTILE', '/turnstile/v0/siteverify', 'pass', { secret: 'captcha-secret', response: 'pass' }],
  ['HCAPTCHA', '/siteverify', 'pass', { secret: 'captcha-secret', response: 'pass', sitekey: 'site-key' }],
  ['RECAPTCHA_V2', '/recaptcha/api/siteverify', 'pass', { secret: 'captcha-secret', response: 'pass' }],
  ['RECAPTCHA_V3', '/recaptcha/api/siteverify', 'score-0.9', { secret: 'captcha-secret', response: 'score-0.9' }],
  ['SMARTCAPTCHA', '/validate', 'pass', { secret: 'captcha-secret', token: 'pass', ip: '127.0.0.1' }],
] as const)('a captcha of %s', (captchaType, path, pass, form) => {
  let own: GivenWidget;
  beforeAll(async () => {
    own = await givenWidget(api, account, { gatewayId, captchaType });
  });
  const codeFor = async (captchaToken: string | undefined) => {
    const { status, body } = await own.open({ captchaToken });
    return status === 201 ? 201 : (body as { error: { code: number } }).error.code; // checked against the contract by the client
  };

  test('is verified as its provider documents', async () => {
    expect(await codeFor(pass)).toBe(201);
    expect(captcha.asked.at(-1)).toMatchObject({ path, form });
  });

  covers('messaging.widget.110', 'messaging.widget.340', 'messaging.version.v28');
  test.each([
    ['that is failed', 'fail', 110],
    ['whose token was used', 'used', 110],
    ['without a token', undefined, 110],
    ['with an empty token', '', 110],
    ['whose secret is wrong', 'wrong-secret', 340],
    ['that was passed on another site', 'elsewhere', 340],
    ['beyond the quota', 'quota', 340],
    ['whose provider answers malformed content', 'broken', 340],
  ])('%s starts no session', async (_name, token, code) => {
    expect(await codeFor(token)).toBe(code);
  });
});

test('a number of a suspect prefix needs a higher score, and gets its code', async () => {
  const watched = await givenVerifier(api, account, { enteredShareAfter: 1, enteredShareMin: 100 });
  const widget = await givenWidget(api, account, { gatewayId: watched.gatewayId, captchaType: 'RECAPTCHA_V3' });
  const open = (captchaToken: string) => widget.open({ captchaToken, destination: '79161231111' });
  expect((await open('score-0.6')).status).toBe(201);
  for (const destination of ['79161231112', '79161231113']) await watched.sent(destination);
  expect((await open('score-0.6')).body).toMatchObject({ error: { code: 110 } });
  expect((await open('score-0.8')).status).toBe(201);
});

test('a low score fails, and a score of a provider without scores is an error', async () => {
  const v3 = await givenWidget(api, account, { gatewayId, captchaType: 'RECAPTCHA_V3' });
  const v2 = await givenWidget(api, account, { gatewayId, captchaType: 'RECAPTCHA_V2' });
  expect((await v3.open({ captchaToken: 'score-0.3' })).body).toMatchObject({ error: { code: 110 } });
  expect((await v3.open({ captchaToken: 'pass' })).body).toMatchObject({ error: { code: 340 } });
  expect((await v2.open({ captchaToken: 'score-0.9' })).body).toMatchObject({ error: { code: 340 } });
});

test('SmartCaptcha, whose blocked accounts accept every token, is rejected without a site', async () => {
  const smart = await givenWidget(api, account, { gatewayId, captchaType: 'SMARTCAPTCHA' });
  expect((await smart.open({ captchaToken: 'blocked' })).body).toMatchObject({ error: { code: 340 } });
});

test('an unavailable or slow provider admits no visitor', async () => {
  expect((await widget.open({ captchaToken: 'slow' })).body).toMatchObject({ error: { code: 340 } });
  const alone = await givenApi({ turnstileUrl: 'http://127.0.0.1:1' });
  try {
    const owner = await givenAccount(alone);
    const profile = await givenVerifier(alone, owner);
    const own = await givenWidget(alone, owner, { gatewayId: profile.gatewayId });
    expect((await own.open()).body).toMatchObject({ error: { code: 340 } });
  } finally {
    await alone.close();
  }
});

test('a widget without a captcha is created in test mode only, and works there only', async () => {
  await expect(givenWidget(api, account, { gatewayId, captchaType: 'NONE' })).rejects.toThrow('test mode');
  const { widgetId } = widget;
  const put = (captchaType: 'NONE' | 'TURNSTILE') => changeWidget(api, widgetId, { captchaType });
  await put('NONE');
  try {
    expect((await widget.open()).body).toMatchObject({ error: { code: 340 } });
  } finally {
    await put('TURNSTILE');
  }
});
