// Facts that the widget shows to a visitor: timers, attempts, delivery, and problems of the number.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../given/api.ts';
import { type CaptchaServer, startCaptchaServer } from '../given/outside/captcha-server.ts';
import { wrong } from '../given/people/verification.ts';
import { givenSite } from '../given/people/widget-site.ts';
import { siteHostsOf } from '../given/rows/widgets.ts';

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

describe('a session whose code was sent', () => {
  covers('messaging.widget-session.facts');
  test('shows channel, length, timers, attempts and delivery', async () => {
    const { widget, send } = await givenSite(api, { profile: { resendPauseSeconds: 30, lifetimeSeconds: 600 } });
    const key = await widget.begun();
    expect(await widget.state(key)).toEqual({ state: 'WAITING_SEND' });
    await send(key);
    const sent = {
      state: 'SENT',
      channelType: 'SMS',
      codeLength: 6,
      codeExpiresIn: 600,
      resendIn: 30,
      attemptsLeft: 5,
      delivery: 'sending',
    };
    const shown = await widget.state(key);
    // A second of the test itself may pass.
    expect(shown).toEqual({ ...sent, codeExpiresIn: expect.any(Number), resendIn: expect.any(Number) });
    expect(shown).toMatchObject({ codeExpiresIn: expect.toSatisfy((left: number) => left > 590 && left <= 600) });
    await api.advance(20);
    expect(await widget.state(key)).toMatchObject({
      resendIn: expect.toSatisfy((left: number) => left <= 10),
      codeExpiresIn: expect.toSatisfy((left: number) => left <= 580),
    });
    await api.advance(20);
    expect(await widget.state(key)).toMatchObject({ resendIn: 0 });
  });

  test('never shows more time than the session has', async () => {
    const { widget, send } = await givenSite(api, { profile: { lifetimeSeconds: 3_600 } });
    const key = await widget.begun();
    await send(key);
    expect(await widget.state(key)).toMatchObject({
      codeExpiresIn: expect.toSatisfy((left: number) => left > 880 && left <= 900),
    });
  });

  covers('messaging.widget-session.attempts');
  test('counts the attempts down with every wrong code', async () => {
    const { widget, send } = await givenSite(api, { profile: { checksMax: 3 } });
    const key = await widget.begun();
    await send(key);
    const typed = async (code: string) => (await widget.browse('POST', `/sessions/${key}/check`, { code })).body;
    const code = wrong(await widget.codeOf(key));
    expect(await typed(code)).toEqual({ status: 'WRONG_CODE', attemptsLeft: 2 });
    expect(await widget.state(key)).toMatchObject({ state: 'SENT', attemptsLeft: 2 });
    expect(await typed(code)).toEqual({ status: 'WRONG_CODE', attemptsLeft: 1 });
    expect(await typed(code)).toEqual({ status: 'WRONG_CODE', attemptsLeft: 0 });
    expect(await typed(code)).toEqual({ status: 'EXPIRED' });
    expect(await widget.state(key)).toEqual({ state: 'EXPIRED' });
  });

  test('shows only its state after the code was entered', async () => {
    const { widget, send } = await givenSite(api);
    const key = await widget.begun();
    await send(key);
    const { body } = await widget.browse('POST', `/sessions/${key}/check`, { code: await widget.codeOf(key) });
    expect(body).toEqual({ status: 'CONFIRMED' });
    expect(await widget.state(key)).toEqual({ state: 'CONFIRMED' });
  });
});

describe('a number that gets no code', () => {
  covers('messaging.widget-session.number');
  test.each([
    ['me', 'not-a-number'],
    ['7916', 'not-a-number'],
    ['4915112345678', 'country'],
    ['74951234567', 'not-a-subscriber'],
  ])('such as %s is refused with the reason %s at the field', async (destination, reason) => {
    const { widget } = await givenSite(api);
    const asked = captcha.asked.length;
    const { status, body } = await widget.open({ destination });
    expect([status, body]).toMatchObject([
      400,
      { error: { code: 4000, field: 'destination', reason, details: [{ field: 'destination', code: reason }] } },
    ]);
    expect(captcha.asked).toHaveLength(asked);
  });
});

test('the site of a session is stored without its port, for codes that are bound to it', async () => {
  const { widget, account } = await givenSite(api, { widget: { domains: ['shop.example', 'localhost:5173'] } });
  await widget.begun();
  const body = { destination: '79161230002', channelType: 'SMS', captchaToken: 'pass' };
  await widget.browse('POST', `/${widget.widgetId}/sessions`, body, 'http://localhost:5173');
  expect(await siteHostsOf(api, account.companyId)).toEqual(['shop.example', 'localhost']);
});
