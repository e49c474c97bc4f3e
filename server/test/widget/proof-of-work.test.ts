import { createHash } from 'node:crypto';
import { hasZeroBits } from '@volley/domain/verification/proof-of-work.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../given/api.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { type CaptchaServer, startCaptchaServer } from '../given/outside/captcha-server.ts';
import { SITE } from '../given/people/verification.ts';
import { BEHIND_PROXY, givenSite, type Site } from '../given/people/widget-site.ts';

const OPEN = { sendsPerAddress: 1_000, sendsPerNumber: 100 };
const NOT_PASSED = { error: { code: 110 } };
let captcha: CaptchaServer;
let api: Api;
let site: Site;
/** Each test has an address of its own, because tries make challenges harder. */
let address = '';
let tests = 0;
beforeAll(async () => {
  captcha = await startCaptchaServer();
  api = await givenApi({ ...captcha.settings, ...BEHIND_PROXY, testMode: true });
  site = await givenSite(api, { profile: OPEN, widget: { captchaType: 'POW', siteKey: '', secret: '' } });
});
afterAll(async () => {
  await api.close();
  await captcha.close();
});

const freshAddress = () => {
  tests += 1;
  address = `198.51.100.${tests}`;
};

type Challenge = {
  readonly salt: string;
  readonly bits: number;
  readonly expires: number;
  readonly signature: string;
};

const askChallenge = ({ widget }: Site, from = address) =>
  api.call('GET', `/widget/v1/${widget.widgetId}/challenge`, { headers: { origin: SITE, 'x-forwarded-for': from } });

async function challengeOf(of: Site, from = address): Promise<Challenge> {
  const { body } = await askChallenge(of, from);
  return {
    salt: textAt(body, 'salt'),
    bits: numberAt(body, 'bits'),
    expires: numberAt(body, 'expires'),
    signature: textAt(body, 'signature'),
  };
}

function solve({ salt }: Challenge, isRight: (digest: Buffer) => boolean): number {
  for (let n = 0; ; n += 1) if (isRight(createHash('sha256').update(`${salt}.${n}`).digest())) return n;
}

const tokenOf = ({ salt, expires, signature }: Challenge, n: number) => `pow.${salt}.${n}.${expires}.${signature}`;
const solved = (challenge: Challenge) =>
  tokenOf(
    challenge,
    solve(challenge, (digest) => hasZeroBits(digest, challenge.bits)),
  );
const openWith = (of: Site, captchaToken: string, from = address) => of.openFrom(from, { captchaToken });

describe('a proof of work', () => {
  covers('messaging.widget.pow');
  test('opens one session, and its pass the next ones', async () => {
    freshAddress();
    const token = solved(await challengeOf(site));
    const opened = await openWith(site, token);
    expect(opened.status).toBe(201);
    expect((await openWith(site, token)).body).toMatchObject(NOT_PASSED);
    expect((await openWith(site, textAt(opened.body, 'pass'))).status).toBe(201);
  });

  test('counts once also for concurrent requests', async () => {
    freshAddress();
    const token = solved(await challengeOf(site));
    const replies = await Promise.all(Array.from({ length: 5 }, () => openWith(site, token)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('that is older than 120 seconds is refused', async () => {
    freshAddress();
    const token = solved(await challengeOf(site));
    await api.advance(120);
    expect((await openWith(site, token)).body).toMatchObject(NOT_PASSED);
  });

  test('with too few zero bits is refused', async () => {
    freshAddress();
    const challenge = await challengeOf(site);
    const isShort = (digest: Buffer) => hasZeroBits(digest, challenge.bits - 4) && !hasZeroBits(digest, challenge.bits);
    expect((await openWith(site, tokenOf(challenge, solve(challenge, isShort)))).body).toMatchObject(NOT_PASSED);
  });

  test('with a changed salt, expiry or signature is refused', async () => {
    freshAddress();
    const challenge = await challengeOf(site);
    const easy = { ...challenge, salt: `01-${challenge.salt.slice(3)}`, bits: 1 };
    const forged = [
      solved(easy),
      solved({ ...challenge, expires: challenge.expires + 60 }),
      solved({ ...challenge, signature: `${challenge.signature.slice(0, -2)}AA` }),
      solved({ ...challenge, signature: 'unknown.AAAA' }),
      'pow.',
      'pass',
    ];
    for (const token of forged) expect((await openWith(site, token)).body).toMatchObject(NOT_PASSED);
    expect((await openWith(site, solved(challenge))).status).toBe(201);
  });

  test('is for one widget and one address block', async () => {
    freshAddress();
    const other = await givenSite(api, { profile: OPEN, widget: { captchaType: 'POW', siteKey: '', secret: '' } });
    const token = solved(await challengeOf(site));
    expect((await openWith(other, token)).body).toMatchObject(NOT_PASSED);
    expect((await openWith(site, token, '198.51.100.250')).body).toMatchObject(NOT_PASSED);
    expect((await openWith(site, token)).status).toBe(201);
  });
});

describe('a challenge', () => {
  test('has one bit more for each try of an address block within an hour, at most 22', async () => {
    freshAddress();
    const bits: number[] = [];
    for (let tried = 0; tried < 9; tried += 1) bits.push((await challengeOf(site)).bits);
    expect(bits).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 22]);
    expect((await challengeOf(site, '198.51.100.251')).bits).toBe(15);
    await api.advance(3_600);
    expect((await challengeOf(site)).bits).toBe(15);
  });

  test('is not given for a widget that takes no proofs of work', async () => {
    const { status, body } = await askChallenge(await givenSite(api));
    expect([status, body]).toMatchObject([404, { error: { code: 4040 } }]);
  });
});

describe('a widget with a captcha', () => {
  covers('messaging.widget.pow-fallback');
  test('takes proofs of work if it has the fallback, and its captcha too', async () => {
    freshAddress();
    const own = await givenSite(api, { profile: OPEN, widget: { powFallback: true } });
    expect((await own.widget.browse('GET', `/${own.widget.widgetId}`)).body).toMatchObject({
      captchaType: 'TURNSTILE',
      powFallback: true,
    });
    expect((await openWith(own, solved(await challengeOf(own)))).status).toBe(201);
    expect((await openWith(own, 'pass')).status).toBe(201);
    expect((await openWith(own, 'fail')).body).toMatchObject(NOT_PASSED);
    await own.widget.change({ powFallback: false });
    const asked = captcha.asked.length;
    await openWith(own, solved(await challengeOf(site)));
    expect(captcha.asked).toHaveLength(asked + 1);
  });
});
