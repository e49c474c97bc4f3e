// One decision for every visitor of a widget: the cost of codes that are never entered, and the proofs of honest
// visitors beside them.
import { must } from '@volley/domain/must.ts';
import { numberBlock } from '@volley/domain/verification/unconfirmed-codes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { expireVerifications } from '../../src/features/verification/codes/expire-verifications.ts';
import { forgetVerifications } from '../../src/features/verification/codes/forget-verifications.ts';
import { profileSubject } from '../../src/features/verification/limits/limits.ts';
import { advancePlans } from '../../src/features/verification/plan/advance-plans.ts';
import { countFacts } from '../../src/features/verification/plan/count-figures.ts';
import { type Api, givenApi } from '../given/api.ts';
import { textAt } from '../given/http-client.ts';
import { askChallenge, type Browser, challengeIn, solved } from '../given/people/proofs.ts';
import { registerName } from '../given/people/seller.ts';
import { givenStaff } from '../given/people/staff.ts';
import { PHONE } from '../given/people/verification.ts';
import { BEHIND_PROXY, givenSite, type Site } from '../given/people/widget-site.ts';
import { spendDay, visitorRows } from '../given/rows/widgets.ts';
import { until } from '../given/until.ts';

const OPEN = { sendsPerAddress: 1_000, sendsPerNumber: 100, sendsPerPrefix: 1_000, enteredShareAfter: 1_000 };
/** The second code of a prefix makes it suspect unless the first was entered. */
const WATCHED = { ...OPEN, enteredShareAfter: 1, enteredShareMin: 100 };
const POW = { captchaType: 'POW' };
const NOT_PASSED = { error: { code: 110 } };
let api: Api;
beforeAll(async () => {
  api = await givenApi({ ...BEHIND_PROXY, testMode: true });
});
afterAll(() => api.close());

let addresses = 0;
const newAddress = () => `198.18.${(addresses += 1) >> 8}.${addresses & 255}`;
/** A number of one prefix; those of a hundred are a block. */
const numberOf = (at: number) => String(79_161_230_000 + at);

const challengeFor = async ({ widget }: Site, browser: Browser) =>
  challengeIn(await askChallenge(api, widget, browser));

const bitsFor = async (site: Site, browser: Partial<Browser> = {}) =>
  (await challengeFor(site, { address: newAddress(), ...browser })).bits;

/** A code for a visitor who does the work that is asked for; returns the key of the session. */
async function code(site: Site, browser: Partial<Browser> = {}): Promise<string> {
  const { address, destination } = { address: newAddress(), destination: PHONE, ...browser };
  const captchaToken = solved(await challengeFor(site, { address, destination }));
  const opened = await site.openFrom(address, { captchaToken, destination });
  expect(opened.status).toBe(201);
  const key = textAt(opened.body, 'key');
  expect((await site.send(key)).status).toBe(200);
  return key;
}

async function confirm({ widget }: Site, key: string): Promise<void> {
  expect(await widget.type(key, await widget.codeOf(key))).toBe('CONFIRMED');
}

describe('unconfirmed codes make the next proof harder', () => {
  covers('messaging.widget.pow-growth');
  test('for consecutive numbers, whatever the address, up to 22 bits', async () => {
    const site = await givenSite(api, { profile: OPEN, widget: POW });
    const asked: number[] = [];
    for (let at = 0; at < 16; at += 1) {
      asked.push(await bitsFor(site, { destination: numberOf(at) }));
      await code(site, { destination: numberOf(at) });
    }
    expect(asked).toEqual([15, 15, 15, 15, 15, 15, 15, 16, 17, 18, 19, 20, 21, 22, 22, 22]);
    expect(await bitsFor(site, { destination: numberOf(100) })).toBe(15);
    await api.advance(6 * 3_600);
    expect(await bitsFor(site, { destination: numberOf(50) })).toBe(17);
  });

  test('for a number from its fifth on, and once for its block', async () => {
    const site = await givenSite(api, { profile: OPEN, widget: POW });
    const asked: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) {
      asked.push(await bitsFor(site));
      await code(site);
    }
    expect(asked).toEqual([15, 15, 15, 15, 16, 17]);
    expect(await bitsFor(site, { destination: '79161230002' })).toBe(15);
  });

  test('for an address, with any numbers', async () => {
    const site = await givenSite(api, { profile: OPEN, widget: POW });
    const address = newAddress();
    const asked: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      asked.push(await bitsFor(site, { address, destination: numberOf(at * 100) }));
      await code(site, { address, destination: numberOf(at * 100) });
    }
    expect(asked).toEqual([15, 15, 15, 15, 16, 16, 17, 17]);
  });

  test('and confirmations make it easier', async () => {
    const site = await givenSite(api, { profile: OPEN, widget: POW });
    const keys: string[] = [];
    for (let at = 0; at < 9; at += 1) keys.push(await code(site, { destination: numberOf(at) }));
    const asked: number[] = [];
    for (const key of keys.slice(0, 3)) {
      asked.push(await bitsFor(site, { destination: numberOf(99) }));
      await confirm(site, key);
    }
    expect(asked).toEqual([18, 16, 15]);
  });

  test('also for proofs that were made while they were easy, and for concurrent ones', async () => {
    const site = await givenSite(api, { profile: OPEN, widget: POW });
    const visits = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const browser = { address: newAddress(), destination: numberOf(at) };
        return { ...browser, captchaToken: solved(await challengeFor(site, browser)) };
      }),
    );
    const replies = await Promise.all(visits.map(({ address, ...body }) => site.openFrom(address, body)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(7);
    for (const { status, body } of replies) if (status !== 201) expect(body).toMatchObject(NOT_PASSED);
  });
});

describe('a suspect prefix', () => {
  covers('messaging.widget.pow-suspect');
  test('asks for a harder proof, on every path, but not for more than 17 bits', async () => {
    const site = await givenSite(api, { profile: WATCHED, widget: POW });
    expect(await bitsFor(site, { destination: numberOf(900) })).toBe(15);
    await code(site, { destination: numberOf(1) });
    await code(site, { destination: numberOf(2) });
    expect(await bitsFor(site, { destination: numberOf(900) })).toBe(17);
    expect(await bitsFor(site, { destination: '79161240000' })).toBe(15);
  });

  test('asks a number that has confirmed before for no more than in calm', async () => {
    const site = await givenSite(api, { profile: WATCHED, widget: POW });
    await confirm(site, await code(site, { destination: numberOf(1) }));
    for (const at of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) await code(site, { destination: numberOf(at) });
    expect(await bitsFor(site, { destination: numberOf(12) })).toBeGreaterThan(18);
    expect(await bitsFor(site, { destination: numberOf(1) })).toBe(15);
    for (let sent = 0; sent < 4; sent += 1) await code(site, { destination: numberOf(1) });
    expect(await bitsFor(site, { destination: numberOf(1) })).toBeGreaterThan(18);
  });
});

describe('the last fifth of the day of a profile', () => {
  covers('messaging.widget.day-share');
  test('is kept for numbers that have confirmed before', async () => {
    const site = await givenSite(api, { profile: { ...OPEN, dayAmountMax: 1_000 }, widget: POW });
    await confirm(site, await code(site, { destination: numberOf(1) }));
    await spendDay(api, profileSubject(site.verifier.gatewayId), 800_000_000n);
    const refused = await askChallenge(api, site.widget, { address: newAddress(), destination: numberOf(2) });
    expect([refused.status, refused.body]).toMatchObject([429, { error: { code: 130 } }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await code(site, { destination: numberOf(1) });
    await site.verifier.change({ dayAmountMax: 2_000 });
    await code(site, { destination: numberOf(2) });
  });

  test('is shown as a stop, which a person may lift, and alarms again under another limit', async () => {
    const site = await givenSite(api, { profile: { ...OPEN, dayAmountMax: 1_000 }, widget: { captchaType: 'NONE' } });
    const { gatewayId } = site.verifier;
    const staff = await givenStaff(api, 'admin');
    const stops = async () => {
      const { body } = await staff.ask('GET', `/verification-stops?companyId=${site.account.companyId}`);
      return (body as { items: object[] }).items; // checked by the expectations below
    };
    const refused = async () => expect((await site.openFrom(newAddress())).status).toBe(429);
    await site.send(textAt((await site.openFrom(newAddress())).body, 'key'));
    await spendDay(api, profileSubject(gatewayId), 900_000_000n);
    expect(await stops()).toEqual([]);
    await refused();
    expect(await stops()).toMatchObject([{ kind: 'DAY', gatewayId, inForce: true, newNumbersOnly: true }]);
    const before = await reservedDays();
    await site.verifier.change({ dayAmountMax: 1_001 });
    expect(await stops()).toEqual([]);
    await refused();
    expect(await reservedDays()).toBe(before + 1);
    expect((await staff.ask('POST', '/verification-stops/lift', { kind: 'DAY', gatewayId })).status).toBe(200);
    expect(await stops()).toEqual([]);
    expect((await site.openFrom(newAddress())).status).toBe(201);
    expect((await staff.ask('POST', '/verification-stops/lift', { kind: 'DAY', gatewayId })).status).toBe(404);
  });

  test('is answered 429 also while the alarm cannot be recorded', async () => {
    const site = await givenSite(api, { profile: { ...OPEN, dayAmountMax: 1_000 }, widget: { captchaType: 'NONE' } });
    await site.send(textAt((await site.openFrom(newAddress())).body, 'key'));
    await spendDay(api, profileSubject(site.verifier.gatewayId), 900_000_000n);
    const { pool } = api.platform.db;
    await pool.query('alter table verification_days add constraint unmarked check (reserved_at is null) not valid');
    try {
      expect((await site.openFrom(newAddress())).status).toBe(429);
    } finally {
      await pool.query('alter table verification_days drop constraint unmarked');
    }
  });

  test('raises the alarm once', async () => {
    const site = await givenSite(api, { profile: { ...OPEN, dayAmountMax: 1_000 }, widget: { captchaType: 'NONE' } });
    await site.send(textAt((await site.openFrom(newAddress())).body, 'key'));
    await spendDay(api, profileSubject(site.verifier.gatewayId), 900_000_000n);
    const before = await reservedDays();
    for (let tried = 0; tried < 3; tried += 1) expect((await site.openFrom(newAddress())).status).toBe(429);
    expect(await reservedDays()).toBe(before + 1);
  });
});

async function reservedDays(): Promise<number> {
  const metrics = await api.platform.metrics.registry.metrics();
  return Number(/^volley_verification_stops_total\{.*cause="reserve".*\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

test('the share of entered codes counts codes that have ended, not the messages of each', async () => {
  const profile = { ...OPEN, enteredShareAfter: 3, enteredShareMin: 60, lifetimeSeconds: 120 };
  const site = await givenSite(api, { profile, widget: POW });
  const voice = { channelType: 'VOICECODE', senderName: 'voicecode', text: 'Your code is {code}' };
  const sms = { channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' };
  await registerName(api, site.account, { channelType: 'VOICECODE', senderName: 'voicecode' });
  await site.verifier.change({ channels: [sms, voice], fallback: 'LISTED' });
  // Each in a prefix of its own, so that no prefix is suspect.
  const prefixed = (at: number) => `7916${200 + at}0001`;
  const fallenBack = async (at: number) => {
    const key = await code(site, { destination: prefixed(at) });
    await api.advance(20);
    await advancePlans(api.platform);
    return key;
  };
  for (const at of [0, 1, 2]) await confirm(site, await fallenBack(at));
  await countFacts(api.platform);
  expect(await bitsFor(site, { destination: prefixed(9) })).toBe(15);
  for (const at of [3, 4, 5]) await fallenBack(at);
  await api.advance(120);
  await expireVerifications(api.platform);
  await countFacts(api.platform);
  expect(await bitsFor(site, { destination: prefixed(9) })).toBe(16);
});

test('a visit locks its subjects in the order in which a confirmation does', async () => {
  const site = await givenSite(api, { profile: OPEN, widget: POW });
  const { gatewayId } = site.verifier;
  // The engine sees for what the connections of every role wait.
  const client = await must(api.platform.db.engine, 'the pool of the engine').connect();
  try {
    const visitor = await visitorWithFirstBlock(site);
    const captchaToken = solved(await challengeFor(site, visitor));
    const all = 'select from verification_unconfirmed where profile_id = $1';
    await client.query('begin');
    await client.query(`${all} order by subject limit 1 for update`, [gatewayId]);
    const opening = site.openFrom(visitor.address, { captchaToken, destination: visitor.destination });
    await until('the visit waits for the first subject', async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await client.query(waiting)).rowCount === 1;
    });
    const free = await client.query(`${all} for update skip locked`, [gatewayId]);
    await client.query('commit');
    expect((await opening).status).toBe(201);
    expect(free.rowCount).toBe((await client.query(all, [gatewayId])).rowCount);
  } finally {
    client.release();
  }
});

/** A visitor whose block is the first of the profile's subjects; those of others are removed. */
async function visitorWithFirstBlock(site: Site): Promise<Required<Browser>> {
  const { db, secrets } = api.platform;
  const { gatewayId } = site.verifier;
  for (let at = 0; ; at += 100) {
    const visitor = { address: newAddress(), destination: numberOf(at) };
    await db.pool.query('delete from verification_unconfirmed where profile_id = $1', [gatewayId]);
    await code(site, visitor);
    const { rows } = await db.pool.query<{ subject: string }>(
      'select subject from verification_unconfirmed where profile_id = $1 order by subject',
      [gatewayId],
    );
    if (rows[0]?.subject === secrets.mac(`block ${numberBlock(visitor.destination)}`)) return visitor;
  }
}

test('a code that a site checks over the API also counts as confirmed', async () => {
  const site = await givenSite(api, { profile: OPEN, widget: POW });
  const uuid = await site.verifier.sent(numberOf(1));
  expect(await site.verifier.check(uuid, await site.verifier.codeOf(uuid))).toBe('CONFIRMED');
  expect(await visitorRows(api, site.account.companyId)).toMatchObject({ known: 1, unconfirmed: 0 });
});

test('numbers and addresses are stored as keyed hashes, and are forgotten', async () => {
  const { account, ...site } = await givenSite(api, { profile: OPEN, widget: POW });
  await confirm({ account, ...site }, await code({ account, ...site }));
  const rows = () => visitorRows(api, account.companyId);
  expect(await rows()).toMatchObject({ known: 1, unconfirmed: 3, text: expect.not.stringContaining(PHONE) });
  await api.advance(3 * 86_400 + 1);
  await forgetVerifications(api.platform);
  expect(await rows()).toMatchObject({ known: 1, unconfirmed: 0 });
  await api.advance(177 * 86_400);
  await forgetVerifications(api.platform);
  expect(await rows()).toMatchObject({ known: 0, unconfirmed: 0 });
});
