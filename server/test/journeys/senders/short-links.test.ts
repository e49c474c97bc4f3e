// Short links of messages, from the address in a text to the visitor's click.

import { request } from 'node:http';
import { must } from '@volley/domain/must.ts';
import { shortenText } from '@volley/domain/short-links/short-link.ts';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { runErasure } from '../../../src/features/messages/erasure/erase-number.ts';
import { mintCode } from '../../../src/features/short-links/mint-code.ts';
import { storeShortLinks } from '../../../src/features/short-links/store-short-links.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { givenApi, givenCompany } from '../../given/api.ts';
import { during } from '../../given/attack.ts';
import { useCell } from '../../given/cell.ts';
import { whileTimeStands } from '../../given/frozen-time.ts';
import * as sentLink from '../../given/people/sent-short-link.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { changeMessage, messageStatusOf } from '../../given/rows/messages.ts';
import { clickEventsOf, shortCodeOf, visitsOf } from '../../given/rows/short-links.ts';
import { countRows } from '../../given/rows/statement.ts';
import { until } from '../../given/until.ts';

const { CASCADE_ROOT, newAddress, PHONE, SHORT_LINK_BASE, TARGET } = sentLink;
const DAY_S = 86_400;

const cell = useCell({
  settings: { shortLinkBase: SHORT_LINK_BASE, rateLimits: true, trustedProxies: ['127.0.0.1'] },
});

const follow = (path: string, visit?: sentLink.Visit) => sentLink.follow(cell(), path, visit);
const givenLink = (how?: Parameters<typeof sentLink.givenLink>[1]) => sentLink.givenLink(cell(), how);

async function untilVisits(code: string, count: number): Promise<string[]> {
  return until(`${count} visits of ${code} are stored`, async () => {
    const rows = await visitsOf(cell(), code);
    return rows.length >= count && rows.map((row) => row.verdict);
  });
}

describe('a short link', () => {
  covers('messaging.link.redirect');
  test('redirects to its target, and caches may not store the answer', async () => {
    const { path } = await givenLink();
    const response = await follow(path);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(new URL(TARGET).href);
    expect(response.headers.get('cache-control')).toBe('no-store, private');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('works at the root of its own host, and only there', async () => {
    const { code, path } = await givenLink();
    const { hostname, port } = new URL(cell().url);
    const statusOn = (host: string, at: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ hostname, port, path: at, headers: { host, 'user-agent': PHONE } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await statusOn('s.example', `/${code}`)).toBe(302);
    expect(await statusOn('S.Example', `/${code}`)).toBe(302);
    expect(await statusOn('s.example', path)).toBe(302);
    expect(await statusOn('other.example', `/${code}`)).toBe(404);
  });

  test('works with punctuation that a phone appended to it, but not with another letter', async () => {
    const { path } = await givenLink();
    for (const trail of [')', '.', ',and', '*', '%E2%80%94so'])
      expect([trail, (await follow(`${path}${trail}`)).status]).toEqual([trail, 302]);
    for (const trail of ['1', '0', 'l', 'x)']) expect((await follow(`${path}${trail}`)).status).toBe(404);
  });

  covers('messaging.link.valid-90-days');
  test('that is unknown and one that has expired get the same page, with different statuses', async () => {
    const { path } = await givenLink();
    const unknown = await follow(`/l/${mintCode()}`);
    const malformed = await follow('/l/0OIl');
    await cell().advance(90 * DAY_S - 120);
    expect((await follow(path)).status).toBe(302);
    await cell().advance(240);
    const expired = await follow(path);
    expect([unknown.status, malformed.status, expired.status]).toEqual([404, 404, 410]);
    const [text, ...others] = await Promise.all([unknown, malformed, expired].map((response) => response.text()));
    expect(others).toEqual([text, text]);
    expect(expired.headers.get('cache-control')).toBe('no-store, private');
  });

  test('is disabled by staff, alone or with all short links of its company', async () => {
    const staff = await givenStaff(cell(), 'sre');
    const [one, other, third] = [await givenLink(), await givenLink(), await givenLink()];
    for (const { path } of [one, other]) expect((await follow(path)).status).toBe(302);
    expect(await staff.ask('PUT', `/short-links/${one.code}`, { isOn: false })).toMatchObject({
      status: 200,
      body: { code: one.code, companyId: one.companyId, messageUuid: one.messageId, isOn: false },
    });
    await staff.ask('PUT', '/switches', { name: 'short-links', companyId: other.companyId, isOn: false });
    for (const isOn of [false, true]) await staff.ask('PUT', `/short-links/${third.code}`, { isOn });
    // The API caches a visited short link for five seconds.
    for (const { path } of [one, other])
      await until(`${path} is disabled`, async () => (await follow(path)).status === 404);
    expect((await follow(third.path)).status).toBe(302);
    expect((await staff.ask('PUT', `/short-links/${mintCode()}`, { isOn: false })).status).toBe(404);
  });

  test('works for an address that has guessed many unknown codes', async () => {
    const { path } = await givenLink();
    const address = newAddress();
    const miss = async () => (await follow(`/l/${mintCode()}`, { address })).status;
    const isUnderWay = (statuses: ReadonlyMap<number, number>) => (statuses.get(429) ?? 0) > 20;
    const { result, statuses } = await during(miss, { isUnderWay }, async () => {
      const answers: number[] = [];
      for (let at = 0; at < 20; at += 1) answers.push((await follow(path, { address })).status);
      return answers;
    });
    expect(result).toEqual(Array(20).fill(302));
    expect(new Set(statuses.keys())).toEqual(new Set([404, 429]));
  });

  test.each([
    ['an address', () => '198.51.101.1'],
    ['all addresses of one household', (at: number) => `2001:db8::${at.toString(16)}`],
  ])('that is unknown counts for %s: after thirty misses the next get Retry-After', async (_who, addressOf) => {
    const answers = await whileTimeStands(async () => {
      const all: Response[] = [];
      for (let at = 0; at < 33; at += 1) all.push(await follow(`/l/${mintCode()}`, { address: addressOf(at) }));
      return all;
    });
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(404), 429, 429, 429]);
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('1');
  });
});

describe('a click', () => {
  covers(
    'messaging.service.click-callbacks',
    'messaging.callback.click.on-follow',
    'messaging.callback.click.message_uuid',
    'messaging.callback.click.channel_type',
    'messaging.callback.click.cascade_message_uuid',
    'messaging.callback.click.cascade_step',
    'messaging.callback.click.callback_event',
    'messaging.callback.click.external_message_id',
    'messaging.callback.click.url',
    'messaging.callback.click.short_url',
    'messaging.callback.click.click_time',
  );
  test('of a person is called back with message, cascade and both addresses', async () => {
    const { code, path, messageId, shortUrl } = await givenLink({ callbackUrl: cell().sink.url('/clicks') });
    expect(shortUrl).toMatch(/^https:\/\/s\.example\/\w{8}$/);
    await follow(path);
    expect(await untilVisits(code, 1)).toEqual(['human']);
    const items = await until('the click callback has arrived', () => {
      const received = cell().sink.received('/clicks');
      return received.length > 0 && received.flatMap((callback) => callback.items);
    });
    expect(items).toEqual([
      {
        event_number: expect.any(Number) as number,
        message_uuid: messageId,
        channel_type: 'SMS',
        cascade_message_uuid: CASCADE_ROOT,
        cascade_step: 2,
        callback_event: 'click',
        external_message_id: 'order-1',
        url: TARGET,
        short_url: shortUrl,
        click_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      },
    ]);
    const clickedMs = Date.parse(String(items[0]?.['click_time']));
    expect(Math.abs(clickedMs - cell().now().getTime())).toBeLessThan(10_000);
  });

  covers('messaging.link.robots');
  test('is not counted for HEAD, a robot, a prefetch or a repetition within ten seconds', async () => {
    const { code, path, companyId } = await givenLink();
    const address = newAddress();
    expect((await follow(path, { method: 'HEAD' })).status).toBe(302);
    expect((await follow(path, { agent: 'WhatsApp/2.23.20.0 A' })).status).toBe(302);
    expect((await follow(path, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(302);
    for (let at = 0; at < 3; at += 1) await follow(path, { address });
    expect((await untilVisits(code, 5)).toSorted()).toEqual(['human', 'prefetch', 'repeat', 'repeat', 'robot']);
    await cell().advance(11);
    await follow(path, { address });
    expect(await untilVisits(code, 6)).toContain('human');
    await until('both clicks are recorded', async () => (await clickEventsOf(cell(), companyId)).length === 2);
  });

  test('within two seconds after the submit is not counted', async () => {
    const { code, path, messageId, companyId } = await givenLink({ ageSeconds: 0 });
    await changeMessage(cell(), messageId, { sentAt: cell().now() });
    await follow(path);
    expect(await untilVisits(code, 1)).toEqual(['early']);
    expect(await clickEventsOf(cell(), companyId)).toEqual([]);
  });

  test('that a visitor repeats endlessly is not stored endlessly', async () => {
    const { code, path } = await givenLink();
    const address = newAddress();
    const flood = await Promise.all(Array.from({ length: 200 }, () => follow(path, { address })));
    expect(flood.every(({ status }) => status === 302)).toBe(true);
    await follow(path);
    await until('the visit of another address is stored', async () => {
      const addresses = (await visitsOf(cell(), code)).map((row) => row.addressHash.toString('hex'));
      return new Set(addresses).size === 2;
    });
    expect((await visitsOf(cell(), code)).length).toBeLessThan(100);
  });

  test("is stored without the visitor's address", async () => {
    const { code, path } = await givenLink();
    const address = newAddress();
    await follow(path, { address });
    await untilVisits(code, 1);
    const [row] = await visitsOf(cell(), code);
    expect(row).toMatchObject({ agentClass: 'mobile' });
    expect(row?.addressHash).toHaveLength(16);
    expect(row?.addressHash.toString('latin1')).not.toContain(address);
  });
});

test('a process that ends stores the visits it has answered', async () => {
  const api = await givenApi();
  const companyId = await givenCompany(api, (await api.givenPartner()).token);
  const code = mintCode();
  const messageId = '01907f00-0000-7000-8000-000000000001';
  await inTransaction(api.platform.db, (tx) =>
    storeShortLinks(tx, [{ code, messageId, companyId, url: 'http://a.example' }]),
  );
  const visits = Array.from({ length: 50 }, () =>
    fetch(`${api.url}/l/${code}`, { redirect: 'manual', headers: { 'user-agent': PHONE } }),
  );
  expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(visits.map(() => 302));
  const pool = must(api.platform.db.engine, 'the pool of the engine');
  const end = pool.end.bind(pool);
  let stored: unknown;
  // Reads at the last moment before the pool closes.
  pool.end = async () => {
    stored = await countRows(api, 'link_clicks');
    return end();
  };
  await api.close();
  expect(stored).toBe(50);
});

test('a code that is in use is minted again, and both short links redirect correctly', async () => {
  const { code, path, companyId, messageId } = await givenLink();
  const draws = [code, mintCode()];
  let tries = 0;
  const { db } = cell().platform;
  const links = await inTransaction(db, async (tx) => {
    const shortened = shortenText('http://b.example', {
      shortHost: 'https://s.example',
      mintCode: () => draws[tries] ?? mintCode(),
    });
    tries += 1;
    await storeShortLinks(
      tx,
      shortened.links.map((link) => ({ ...link, companyId, messageId })),
    );
    return shortened.links;
  });
  expect(tries).toBe(2);
  expect((await follow(`/l/${links[0]?.code ?? ''}`)).headers.get('location')).toBe('http://b.example/');
  expect((await follow(path)).headers.get('location')).toBe(new URL(TARGET).href);
});

test('erasing a number removes the short links of its messages and their targets', async () => {
  const { path, messageId } = await givenLink();
  await until('the message is final', async () => (await messageStatusOf(cell(), messageId)) === 'DELIVERED');
  const support = await givenStaff(cell(), 'support');
  await support.ask('POST', '/numbers/erase', { destination: '79161230001' });
  while (await runErasure(cell().platform));
  await until('the short link is gone', async () => (await shortCodeOf(cell(), messageId)) === undefined);
  expect((await follow(path)).status).toBe(404);
});
