import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../given/api.ts';
import { textAt } from '../given/http-client.ts';
import { type CaptchaServer, startCaptchaServer } from '../given/outside/captcha-server.ts';
import { givenWidget } from '../given/people/verification.ts';
import { BEHIND_PROXY, givenSite, type Site } from '../given/people/widget-site.ts';
import { tokenUses } from '../given/rows/widgets.ts';

const HOME = '203.0.113.7';
const OPEN = { sendsPerAddress: 1_000, sendsPerNumber: 100 };
const NOT_PASSED = { error: { code: 110 } };
let captcha: CaptchaServer;
let api: Api;
let site: Site;
beforeAll(async () => {
  captcha = await startCaptchaServer();
  api = await givenApi({ ...captcha.settings, ...BEHIND_PROXY, testMode: true });
  site = await givenSite(api, { profile: OPEN });
});
afterAll(async () => {
  await api.close();
  await captcha.close();
});

const passed = async (address = HOME) => textAt((await site.openFrom(address)).body, 'pass');
const openWith = (captchaToken: string, change: object = {}, address = HOME) =>
  site.openFrom(address, { captchaToken, ...change });

describe('a pass', () => {
  covers('messaging.widget-session.pass');
  test('counts as the captcha three times and not a fourth time', async () => {
    const pass = await passed();
    expect(pass).toMatch(/^pass\./);
    const asked = captcha.asked.length;
    for (let use = 1; use <= 3; use += 1) {
      const opened = await openWith(pass);
      expect([use, opened.status, Object.keys(opened.body ?? {})]).toEqual([use, 201, ['key', 'expiresIn']]);
    }
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
    expect(captcha.asked).toHaveLength(asked);
  });

  test('counts three times also for concurrent requests', async () => {
    const pass = await passed();
    const replies = await Promise.all(Array.from({ length: 9 }, () => openWith(pass)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
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
    const pass = textAt((await other.open()).body, 'pass');
    expect((await site.widget.open({ captchaToken: pass })).body).toMatchObject(NOT_PASSED);
    expect((await other.open({ captchaToken: pass })).status).toBe(201);
  });

  test('ends after ten minutes', async () => {
    const pass = await passed();
    await api.advance(590);
    expect((await openWith(pass)).status).toBe(201);
    await api.advance(10);
    expect((await openWith(pass)).body).toMatchObject(NOT_PASSED);
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
    for (const token of respelled) await openWith(token);
    const uses = await Promise.all([pass, pass, pass].map((token) => openWith(token)));
    expect(await tokenUses(api, `pass ${nonce}`)).toBe(3);
    expect(uses.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(3);
  });

  test('is not used up by a session that a limit refuses', async () => {
    const tight = await givenSite(api, { profile: { sendsPerAddress: 2, sendsPerNumber: 100 } });
    const pass = textAt((await tight.openFrom(HOME)).body, 'pass');
    const again = () => tight.openFrom(HOME, { captchaToken: pass });
    expect((await again()).status).toBe(201);
    for (let refused = 0; refused < 3; refused += 1)
      expect((await again()).body).toMatchObject({ error: { code: 130 } });
    expect(await tokenUses(api, `pass ${pass.split('.')[1]}`)).toBe(1);
  });
});

test('a widget without a captcha gives no pass', async () => {
  const { widget } = await givenSite(api, { widget: { captchaType: 'NONE' } });
  const { status, body } = await widget.open();
  expect([status, Object.keys(body ?? {})]).toEqual([201, ['key', 'expiresIn']]);
});
