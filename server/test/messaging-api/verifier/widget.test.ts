// The widget from both sides: a browser on the site, and the site's server with its key. Covers every code that the
// widget shows and the service decides.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { SANDBOX_CLOCK_PATH } from '../../../src/surfaces/sandbox/sandbox-clock.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { textAt } from '../../given/http-client.ts';
import { type CaptchaServer, startCaptchaServer } from '../../given/outside/captcha-server.ts';
import { type Account, giveMoney, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, givenWidget, wrong } from '../../given/people/verification.ts';
import { givenSite as siteOf } from '../../given/people/widget-site.ts';
import { deactivateKey } from '../../given/rows/keys.ts';
import { sendingMethodOf } from '../../given/rows/messages.ts';
import { senderIdsOf } from '../../given/rows/senders.ts';
import { countVerifications } from '../../given/rows/verifications.ts';
import { storedSessionsOf } from '../../given/rows/widgets.ts';

let captcha: CaptchaServer;
let api: Api;
beforeAll(async () => {
  captcha = await startCaptchaServer();
  api = await givenApi({ ...captcha.settings, testMode: true });
});
afterAll(async () => {
  await api.close();
  await captcha.close();
});

const givenSite = (widget: object = {}, profile: object = {}, balance?: number) =>
  siteOf(api, { widget, profile, ...(balance !== undefined && { balance }) });

const check = (account: Account, key: string) => account.ask('POST', '/verifier/widget/check', { key }, 'VERIFIER');
const advance = (seconds: number) =>
  fetch(`${api.url}${SANDBOX_CLOCK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: seconds }),
  });
const keyIdOf = (value: string) => {
  const [keyId = ''] = Buffer.from(value, 'base64').toString().split(':');
  return keyId;
};

describe('a widget session', () => {
  covers(
    'messaging.widget-send.sends',
    'messaging.widget-check.status',
    'messaging.widget-check.repeated',
    'messaging.widget-check.lifetime',
  );
  test("leads from the widget over the site's server to the confirmed number", async () => {
    const { account, widget, send } = await givenSite({
      texts: { title: 'Your phone' },
      colours: { accent: '#336699' },
    });
    expect((await widget.browse('GET', `/${widget.widgetId}`)).body).toEqual({
      widgetId: widget.widgetId,
      kind: 'OWN_SITE',
      channels: ['SMS'],
      captchaType: 'TURNSTILE',
      siteKey: 'site-key',
      testMode: true,
      powFallback: false,
      codeLength: 6,
      resendPauseSeconds: 0,
      texts: { title: 'Your phone' },
      colours: { accent: '#336699' },
    });
    const opened = await widget.open();
    expect([opened.status, opened.body]).toMatchObject([201, { expiresIn: 900 }]);
    const key = textAt(opened.body, 'key');
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    const status = async () => textAt((await check(account, key)).body, 'status');
    expect([await widget.state(key), await status()]).toEqual([{ state: 'WAITING_SEND' }, 'PENDING']);
    expect(await widget.type(key, '0000')).toBe('PENDING');
    const sent = await send(key);
    expect([sent.status, Object.keys(sent.body ?? {})]).toEqual([200, ['messageUuid']]);
    expect([await widget.state(key), await status()]).toMatchObject([{ state: 'SENT', codeLength: 6 }, 'PENDING']);
    const code = await widget.codeOf(key);
    expect(await widget.type(key, wrong(code))).toBe('WRONG_CODE');
    expect([await widget.state(key), await status()]).toMatchObject([{ state: 'SENT', codeLength: 6 }, 'WRONG_CODE']);
    expect(await widget.type(key, code)).toBe('CONFIRMED');
    for (let again = 0; again < 2; again += 1)
      expect([await widget.state(key), await status()]).toEqual([{ state: 'CONFIRMED' }, 'CONFIRMED']);
    expect(await widget.type(key, code)).toBe('EXPIRED');
    await advance(870);
    expect([await widget.state(key), await status()]).toEqual([{ state: 'CONFIRMED' }, 'CONFIRMED']);
    await advance(30);
    expect([await widget.state(key), await status()]).toEqual([{ state: 'EXPIRED' }, 'EXPIRED']);
  });

  covers('messaging.widget-send.method');
  test('marks the message as sent by the widget', async () => {
    const { widget, send } = await givenSite();
    const messageUuid = textAt((await send(await widget.begun())).body, 'messageUuid');
    expect(await sendingMethodOf(api, messageUuid)).toBe('VERIFIER_WIDGET');
  });

  test('stores neither the key nor, after its use, the number', async () => {
    const { account, widget, send } = await givenSite();
    const key = await widget.begun();
    await send(key);
    const rows = await storedSessionsOf(api, account.companyId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toContain(key);
    expect(rows[0]).not.toContain('79161230001');
  });
});

describe('a send for the widget', () => {
  covers('messaging.widget-send.key-required', 'messaging.widget.320');
  test('needs its key, and a session that waits for 30 seconds shows 320', async () => {
    const { account, widget, send } = await givenSite();
    const key = await widget.begun();
    for (const body of [{}, { key: '' }, { key: 7 }]) {
      const reply = await account.ask('POST', '/verifier/widget/send', body, 'VERIFIER');
      expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
    }
    await advance(30);
    expect(await widget.state(key)).toEqual({ state: 'ERROR', errorCode: 320 });
    expect((await send(key)).status).toBe(200);
    expect(await widget.state(key)).toMatchObject({ state: 'SENT', codeLength: 6 });
  });

  test('without a key does not affect other visitors', async () => {
    const { account, widget, send } = await givenSite();
    const key = await widget.begun();
    await account.ask('POST', '/verifier/widget/send', {}, 'VERIFIER');
    expect(await widget.state(key)).toEqual({ state: 'WAITING_SEND' });
    expect((await send(key)).status).toBe(200);
  });

  covers('messaging.widget-send.unknown-key', 'messaging.widget-send.foreign', 'messaging.widget-check.status');
  test('with an unknown, foreign or old key answers 404', async () => {
    const [mine, theirs] = [await givenSite(), await givenSite()];
    const key = await theirs.widget.begun();
    const unknown = await mine.send('A'.repeat(43));
    expect([unknown.status, unknown.body]).toMatchObject([404, { error: { code: 4040 } }]);
    const foreign = await mine.send(key);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await check(mine.account, key)).body).toEqual({ status: 'NOT_FOUND' });
    expect(await theirs.widget.state(key)).toEqual({ state: 'WAITING_SEND' });
    await advance(900);
    expect((await theirs.send(key)).text).toBe(unknown.text);
    expect(await theirs.widget.state(key)).toEqual({ state: 'EXPIRED' });
    expect((await check(theirs.account, key)).body).toEqual({ status: 'EXPIRED' });
  });

  covers('messaging.widget-send.once');
  test('happens once, also for concurrent requests', async () => {
    const { account, widget, send } = await givenSite();
    const key = await widget.begun();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(key)));
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', ...Array<string>(7).fill('409')]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ error: { code: 4090 } });
    expect(await countVerifications(api, account.companyId)).toBe(1);
  });

  covers('messaging.widget.330');
  test('with an invalid API key shows 330', async () => {
    const { widget } = await givenSite();
    const key = await widget.begun();
    const reply = await api.call('POST', '/api/v1/verifier/widget/send', { token: 'bm90OmFrZXk=', body: { key } });
    expect([reply.status, reply.body]).toMatchObject([401, { error: { code: 4010 } }]);
    expect(await widget.state(key)).toEqual({ state: 'ERROR', errorCode: 330 });
  });

  covers('messaging.widget-send.key-type', 'messaging.widget.331');
  test('with a key of the wrong type shows 331', async () => {
    const { account, widget, send } = await givenSite();
    const key = await widget.begun();
    for (const type of ['MESSAGES', 'SYSTEM', 'VERIFIER_BUILDER'] as const) {
      const reply = await account.ask('POST', '/verifier/widget/send', { key }, type);
      expect([reply.status, reply.body]).toMatchObject([403, { error: { code: 4030 } }]);
      expect(await widget.state(key)).toEqual({ state: 'ERROR', errorCode: 331 });
    }
    expect((await send(key)).status).toBe(200);
  });

  covers('messaging.widget.210');
  test('without money shows 210', async () => {
    const { account, widget, send } = await givenSite({}, {}, 0);
    const key = await widget.begun();
    expect((await send(key)).body).toMatchObject({ error: { code: 4020 } });
    expect(await widget.state(key)).toEqual({ state: 'ERROR', errorCode: 210 });
    await giveMoney(api, account.companyId, 100);
    expect((await send(key)).status).toBe(200);
  });

  covers('messaging.widget.230');
  test('under a closed name shows 230', async () => {
    const { account, widget, send } = await givenSite();
    const { token } = account;
    for (const id of await senderIdsOf(api, account.companyId))
      expect((await api.call('POST', `/senders/${id}/suspend`, { token })).status).toBe(200);
    const key = await widget.begun();
    expect((await send(key)).body).toMatchObject({ error: { code: 4000 } });
    expect(await widget.state(key)).toEqual({ state: 'ERROR', errorCode: 230 });
  });

  covers('messaging.widget.130');
  test('beyond the limits of the number shows 130', async () => {
    const { widget, send } = await givenSite({}, { sendsPerNumber: 1 });
    const [first, second] = [await widget.begun(), await widget.begun()];
    expect((await send(first)).status).toBe(200);
    const refused = await send(second);
    expect([refused.status, refused.body]).toMatchObject([429, { error: { code: 4290 } }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await widget.state(second)).toEqual({ state: 'ERROR', errorCode: 130 });
    const third = await widget.open();
    expect([third.status, third.body]).toMatchObject([429, { error: { code: 130 } }]);
    expect((await widget.open({ destination: '79161230002' })).status).toBe(201);
  });

  covers('messaging.widget.321');
  test('that never comes shows 321', async () => {
    const { widget, send } = await givenSite();
    const key = await widget.begun();
    await advance(30);
    expect(await widget.state(key)).toEqual({ state: 'ERROR', errorCode: 321 });
    expect((await send(key)).status).toBe(200);
    expect(await widget.state(key)).toMatchObject({ state: 'SENT', codeLength: 6 });
  });
});

covers('messaging.widget.130');
test("a visitor's address has a limit of sessions per hour", async () => {
  const { widget } = await givenSite({}, { sendsPerAddress: 3, sendsPerNumber: 100 });
  for (let tried = 0; tried < 3; tried += 1) await widget.begun({ destination: `7916123000${tried}` });
  expect((await widget.open({ destination: '79161230009' })).body).toMatchObject({ error: { code: 130 } });
});

describe('a widget of a builder site', () => {
  const givenBuilder = async (balance?: number) => {
    const account = await givenAccount(api, balance === undefined ? {} : { balance });
    await registerName(api, account, {});
    const { gatewayId } = await givenVerifier(api, account);
    const keyId = keyIdOf(account.keys.VERIFIER_BUILDER);
    const draft = { gatewayId, kind: 'BUILDER', keyId, dayAmountMax: 1_000 };
    return { account, keyId, widget: await givenWidget(api, account, draft) };
  };

  covers('messaging.auth.type.verifier-builder', 'messaging.version.v27-v29');
  test('sends by itself and is asked with its own type of key', async () => {
    const { account, widget } = await givenBuilder();
    const key = await widget.begun();
    expect(await widget.state(key)).toMatchObject({ state: 'SENT', codeLength: 6 });
    expect((await check(account, key)).body).toMatchObject({ error: { code: 4030 } });
    const asked = () => account.ask('POST', '/verifier/widget/check', { key }, 'VERIFIER_BUILDER');
    expect((await asked()).body).toEqual({ status: 'PENDING' });
    expect(await widget.type(key, await widget.codeOf(key))).toBe('CONFIRMED');
    expect((await asked()).body).toEqual({ status: 'CONFIRMED' });
    const again = await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER_BUILDER');
    expect([again.status, again.body]).toMatchObject([409, { error: { code: 4090 } }]);
  });

  test('shows the obstacle of the send in its state', async () => {
    const poor = await givenBuilder(0);
    expect(await poor.widget.state(await poor.widget.begun())).toEqual({ state: 'ERROR', errorCode: 210 });
    const { widget, keyId } = await givenBuilder();
    await deactivateKey(api, keyId);
    expect(await widget.state(await widget.begun())).toEqual({ state: 'ERROR', errorCode: 330 });
  });
});
