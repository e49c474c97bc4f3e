import { hasZeroBits } from '@volley/domain/verification/proof-of-work.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../given/api.ts';
import { askChallenge, type Challenge, challengeIn, solve, solved, tokenOf } from '../given/people/proofs.ts';
import { PHONE } from '../given/people/verification.ts';
import { BEHIND_PROXY, givenSite, type Site } from '../given/people/widget-site.ts';

const OPEN = { sendsPerAddress: 1_000, sendsPerNumber: 100 };
const POW = { captchaType: 'POW' };
const NOT_PASSED = { error: { code: 110 } };
const NEIGHBOR = '79161230002';
let api: Api;
let site: Site;
/** Each test has an address of its own, because unconfirmed codes make challenges harder. */
let address = '';
let tests = 0;
beforeAll(async () => {
  api = await givenApi({ ...BEHIND_PROXY, testMode: true });
});
afterAll(() => api.close());

async function freshSite(): Promise<void> {
  tests += 1;
  address = `198.51.100.${tests}`;
  site = await givenSite(api, { profile: OPEN, widget: POW });
}

const challengeOf = async (of: Site): Promise<Challenge> =>
  challengeIn(await askChallenge(api, of.widget, { address }));
const openWith = (of: Site, captchaToken: string, from = address) => of.openFrom(from, { captchaToken });

describe('a proof of work', () => {
  covers('messaging.widget.pow');
  test('opens one session, and brings no pass', async () => {
    await freshSite();
    const token = solved(await challengeOf(site));
    const opened = await openWith(site, token);
    expect([opened.status, Object.keys(opened.body ?? {})]).toEqual([201, ['key', 'expiresIn']]);
    expect((await openWith(site, token)).body).toMatchObject(NOT_PASSED);
  });

  test('counts once also for concurrent requests', async () => {
    await freshSite();
    const token = solved(await challengeOf(site));
    const replies = await Promise.all(Array.from({ length: 5 }, () => openWith(site, token)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('that is older than 120 seconds is refused', async () => {
    await freshSite();
    const token = solved(await challengeOf(site));
    await api.advance(120);
    expect((await openWith(site, token)).body).toMatchObject(NOT_PASSED);
  });

  test('with too few zero bits is refused', async () => {
    await freshSite();
    const challenge = await challengeOf(site);
    const token = tokenOf(
      challenge,
      solve(challenge, (digest) => !hasZeroBits(digest, 8)),
    );
    expect((await openWith(site, token)).body).toMatchObject(NOT_PASSED);
  });

  test('with a changed salt, expiry or signature is refused', async () => {
    await freshSite();
    const challenge = await challengeOf(site);
    const easy = { ...challenge, salt: `01-${challenge.salt.slice(3)}`, bits: 1 };
    const forged = [
      solved(easy),
      solved({ ...challenge, expires: challenge.expires + 60 }),
      solved({ ...challenge, signature: `${challenge.signature.slice(0, -2)}AA` }),
      solved({ ...challenge, signature: 'unknown.AAAA' }),
      'pow.',
      'pass',
      'pass.',
      '',
    ];
    for (const token of forged) expect((await openWith(site, token)).body).toMatchObject(NOT_PASSED);
    expect((await openWith(site, solved(challenge))).status).toBe(201);
  });

  test('is for one number, one widget and one address block', async () => {
    await freshSite();
    const other = await givenSite(api, { profile: OPEN, widget: POW });
    const token = solved(await challengeOf(site));
    expect((await openWith(other, token)).body).toMatchObject(NOT_PASSED);
    expect((await openWith(site, token, '198.51.100.250')).body).toMatchObject(NOT_PASSED);
    const forNeighbor = await site.openFrom(address, { captchaToken: token, destination: NEIGHBOR });
    expect(forNeighbor.body).toMatchObject(NOT_PASSED);
    const spelled = await site.openFrom(address, { captchaToken: token, destination: `+${PHONE}` });
    expect(spelled.status).toBe(201);
  });
});

describe('a challenge', () => {
  test('is refused for a number that gets no codes', async () => {
    await freshSite();
    const reply = await askChallenge(api, site.widget, { address, destination: '4915112345678' });
    expect(reply.body).toMatchObject({ error: { code: 4000, field: 'destination', reason: 'country' } });
  });

  test('counts nothing until its proof comes', async () => {
    await freshSite();
    for (let asked = 0; asked < 20; asked += 1) expect(await challengeOf(site)).toMatchObject({ bits: 15 });
  });
});

test('production checks every zero bit of a proof', async () => {
  const strict = await givenApi({ ...BEHIND_PROXY, testMode: true }, { costs: { proofBitsMax: 32 } });
  try {
    address = '198.51.100.251';
    const { widget, openFrom } = await givenSite(strict, { profile: OPEN, widget: POW });
    const challenge = challengeIn(await askChallenge(strict, widget, { address }));
    const isShort = (digest: Buffer) => hasZeroBits(digest, challenge.bits - 3) && !hasZeroBits(digest, challenge.bits);
    const isWhole = (digest: Buffer) => hasZeroBits(digest, challenge.bits);
    const open = (n: number) => openFrom(address, { captchaToken: tokenOf(challenge, n) });
    expect((await open(solve(challenge, isShort))).body).toMatchObject(NOT_PASSED);
    expect((await open(solve(challenge, isWhole))).status).toBe(201);
  } finally {
    await strict.close();
  }
});
