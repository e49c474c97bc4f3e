import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { advancePlans } from '../../src/features/verification/plan/advance-plans.ts';
import { type Api, givenApi } from '../given/api.ts';
import { textAt } from '../given/http-client.ts';
import { type CaptchaServer, startCaptchaServer } from '../given/outside/captcha-server.ts';
import { askChallenge, challengeIn, solved } from '../given/people/proofs.ts';
import { registerName } from '../given/people/seller.ts';
import { givenWidget } from '../given/people/verification.ts';
import { BEHIND_PROXY, givenSite, type Site } from '../given/people/widget-site.ts';
import { deliverCode, tokenUses } from '../given/rows/widgets.ts';

const HOME = '203.0.113.7';
const OPEN = { sendsPerAddress: 1_000, sendsPerNumber: 100 };
const NOT_PASSED = { error: { code: 110 } };
let captcha: CaptchaServer;
let api: Api;
let site: Site;
const freshSite = () => givenSite(api, { profile: OPEN });
beforeAll(async () => {
  captcha = await startCaptchaServer();
  api = await givenApi({ ...captcha.settings, ...BEHIND_PROXY, testMode: true });
});
beforeEach(async () => {
  site = await freshSite();
});
afterAll(async () => {
  await api.close();
  await captcha.close();
});

/** The code of the session is sent and does not arrive in time. */
async function loseCode(body: unknown, { send }: Site = site): Promise<void> {
  expect((await send(textAt(body, 'key'))).status).toBe(200);
  await api.advance(20);
}

/** The pass of a visitor whose code did not arrive. */
async function passed(address = HOME, own = site): Promise<string> {
  const { body } = await own.openFrom(address);
  await loseCode(body, own);
  return textAt(body, 'pass');
}

const openWith = (captchaToken: string, change: object = {}, address = HOME) =>
  site.openFrom(address, { captchaToken, ...change });

describe('a pass', () => {
  covers('messaging.widget-session.pass');
  test('counts as the captcha three times and not a fourth time, while no code arrives', async () => {
    const pass = await passed();
    expect(pass).toMatch(/^pass\./);
    const asked = captcha.asked.length;
    for (let use = 1; use <= 3; use += 1) {
      const opened = await openWith(pass);
      expect([use, opened.status, Object.keys(opened.body ?? {})]).toEqual([use, 201, ['key', 'expiresIn']]);
      await loseCode(opened.body);
    }
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
    expect(captcha.asked).toHaveLength(asked);
  });

  test('counts for one code at a time, also for concurrent requests', async () => {
    const pass = await passed();
    const replies = await Promise.all(Array.from({ length: 9 }, () => openWith(pass)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('does not count while a code is on its way, waits for the server of the site, or has arrived', async () => {
    const captchaPassed = await site.openFrom(HOME);
    const pass = textAt(captchaPassed.body, 'pass');
    const key = textAt(captchaPassed.body, 'key');
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
    await site.send(key);
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
    await api.advance(20);
    await deliverCode(api, key);
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
  });

  test('does not count while any message of a code is on its way, or after one has arrived', async () => {
    const voice = { channelType: 'VOICECODE', senderName: 'voicecode', text: 'Your code is {code}' };
    const sms = { channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' };
    await registerName(api, site.account, { channelType: 'VOICECODE', senderName: 'voicecode' });
    expect((await site.verifier.change({ channels: [sms, voice], fallback: 'LISTED' })).status).toBe(200);
    const { body } = await site.openFrom(HOME);
    const [key, pass] = [textAt(body, 'key'), textAt(body, 'pass')];
    await loseCode(body);
    await advancePlans(api.platform);
    await api.advance(5);
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
    await api.advance(20);
    await deliverCode(api, key);
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
  });

  test('does not count in a suspect prefix', async () => {
    const watched = await givenSite(api, { profile: { ...OPEN, enteredShareAfter: 1, enteredShareMin: 100 } });
    const { body } = await watched.openFrom(HOME);
    await watched.send(textAt(body, 'key'));
    await api.advance(20);
    for (const number of ['79161230002', '79161230003']) await watched.verifier.sent(number);
    const again = await watched.openFrom(HOME, { captchaToken: textAt(body, 'pass') });
    expect(again.body).toMatchObject(NOT_PASSED);
    expect((await watched.openFrom(HOME)).status).toBe(201);
  });

  test('is for its number only, in any spelling', async () => {
    const pass = await passed();
    expect((await openWith(pass, { destination: '79161230002' })).body).toMatchObject(NOT_PASSED);
    expect((await openWith(pass, { destination: '+7 (916) 123-00-01' })).status).toBe(201);
  });

  test('is for its address block only', async () => {
    const pass = await passed('2001:db8:1:2::1');
    expect((await openWith(pass, {}, HOME)).body).toMatchObject(NOT_PASSED);
    expect((await openWith(pass, {}, '2001:db8:1:3::1')).body).toMatchObject(NOT_PASSED);
    expect((await openWith(pass, {}, '2001:db8:1:2::ffff')).status).toBe(201);
  });

  test('is for its widget only', async () => {
    const { account, verifier } = site;
    const other = await givenWidget(api, account, { gatewayId: verifier.gatewayId });
    const { body } = await other.open();
    await loseCode(body);
    const captchaToken = textAt(body, 'pass');
    expect((await site.widget.open({ captchaToken })).body).toMatchObject(NOT_PASSED);
    expect((await other.open({ captchaToken })).status).toBe(201);
  });

  test('ends after ten minutes', async () => {
    const inTime = await passed();
    await api.advance(570);
    expect((await openWith(inTime)).status).toBe(201);
    site = await freshSite();
    const late = await passed();
    await api.advance(580);
    expect((await openWith(late)).body).toMatchObject(NOT_PASSED);
  });

  test('that is forged or spelled otherwise gains no use', async () => {
    const pass = await passed();
    const [, nonce = '', expires = '', key = '', mac = ''] = pass.split('.');
    const forged = [
      `pass.${nonce}.${Number(expires) + 600}.${key}.${mac}`,
      `pass.${nonce.slice(0, -1)}x.${expires}.${key}.${mac}`,
      `pass.${nonce}.${expires}.other.${mac}`,
      `pass.${nonce}.${expires}.${key}.`,
      'pass.',
    ];
    for (const token of forged) expect((await openWith(token)).body).toMatchObject(NOT_PASSED);
    const respelled = [`${pass}.x`, `${pass}.y`, `${pass}.z`];
    for (const token of respelled) await loseCode((await openWith(token)).body);
    expect(await tokenUses(api, `pass ${nonce}`)).toBe(3);
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
  });

  test('is not used up by a session that a limit refuses', async () => {
    const tight = await givenSite(api, { profile: { sendsPerAddress: 2, sendsPerNumber: 100 } });
    const pass = await passed(HOME, tight);
    const again = () => tight.openFrom(HOME, { captchaToken: pass });
    await loseCode((await again()).body, tight);
    for (let refused = 0; refused < 3; refused += 1)
      expect((await again()).body).toMatchObject({ error: { code: 130 } });
    expect(await tokenUses(api, `pass ${pass.split('.')[1]}`)).toBe(1);
  });
});

test.each(['TURNSTILE', 'POW'])(
  'without a passed %s, a stranger does not learn that a number has just asked for a code',
  async (type) => {
    const paused = await givenSite(api, {
      profile: { ...OPEN, resendPauseSeconds: 60 },
      widget: { captchaType: type },
    });
    await paused.verifier.sent();
    const stranger = '198.51.100.9';
    for (const captchaToken of [undefined, '', 'pow.salt.1.2.signature', 'pass.1.2.3', 'fail']) {
      const { status, headers, body } = await paused.openFrom(stranger, { captchaToken });
      expect([captchaToken, status, headers.get('retry-after'), body]).toMatchObject([
        captchaToken,
        400,
        null,
        NOT_PASSED,
      ]);
    }
    const captchaToken =
      type === 'POW' ? solved(challengeIn(await askChallenge(api, paused.widget, { address: stranger }))) : 'pass';
    const passed = await paused.openFrom(stranger, { captchaToken });
    expect([passed.status, passed.body]).toMatchObject([429, { error: { code: 130 } }]);
  },
);

test('a widget without a captcha gives no pass', async () => {
  const { widget } = await givenSite(api, { widget: { captchaType: 'NONE' } });
  const { status, body } = await widget.open();
  expect([status, Object.keys(body ?? {})]).toEqual([201, ['key', 'expiresIn']]);
});
