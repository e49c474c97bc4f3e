// Events of verifications, by callback and in the feed.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { textAt } from '../../given/http-client.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, PHONE, type Verifier, wrong } from '../../given/people/verification.ts';
import { until } from '../../given/until.ts';

const cell = useCell();

let account: Account;
let verifier: Verifier;
beforeAll(async () => {
  await cell().link('mts');
  account = await givenAccount(cell(), {});
  await registerName(cell(), account, {});
  verifier = await givenVerifier(cell(), account, { sendsPerNumber: 100 });
});

type Event = Readonly<Record<string, unknown>>;

const calledBack = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items);

/** The callbacks at a path once one of them is of this kind. */
const untilCalled = (path: string, kind: string): Promise<readonly Event[]> =>
  until(`${kind} has arrived at ${path}`, () => {
    const items = calledBack(path);
    return items.some((item) => item['callback_event'] === kind) && items;
  });

const kinds = (events: readonly Event[]) => events.map((event) => String(event['callback_event'])).toSorted();

async function feed(type: 'MESSAGES' | 'VERIFIER', query = '?limit=1000'): Promise<Event[]> {
  const { status, body } = await account.ask('GET', `/events${query}`, undefined, type);
  expect(status).toBe(200);
  return (body as { items: Event[] }).items; // checked against the contract by the client
}

const feedOf = async (uuid: string, type: 'MESSAGES' | 'VERIFIER' = 'VERIFIER') =>
  (await feed(type)).filter((event) => event['verification_uuid'] === uuid);

const untilInFeed = (uuid: string, kind: string) =>
  until(`${kind} of ${uuid} is in the feed`, async () => {
    const events = await feedOf(uuid);
    return events.some((event) => event['callback_event'] === kind) && events;
  });

const messageOf = async (uuid: string) => {
  const { body } = await account.ask('GET', `/verifier/${uuid}`, undefined, 'VERIFIER');
  return textAt((body as { steps: unknown[] }).steps[0], 'messageUuid'); // checked against the contract by the client
};

describe('a callback of a verification', () => {
  covers('messaging.verifier.callback', 'messaging.verifier.callback.body');
  test('has the body of a status callback and the verification', async () => {
    const callbackUrl = cell().sink.url('/confirmed');
    const uuid = await verifier.sent(PHONE, { callbackUrl, externalMessageId: 'sign-in-1' });
    await untilCalled('/confirmed', 'delivered');
    await verifier.check(uuid, await verifier.codeOf(uuid));
    const events = await untilCalled('/confirmed', 'confirmed');
    const body = {
      event_number: expect.any(Number),
      message_uuid: await messageOf(uuid),
      channel_type: 'SMS',
      external_message_id: 'sign-in-1',
      verification_uuid: uuid,
      status_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    };
    expect(events).toEqual(
      ['sent', 'delivered', 'confirmed'].map((kind) => ({ ...body, callback_event: kind, status: kind })),
    );
  });

  test('tells that a code can no longer be entered, once', async () => {
    const callbackUrl = cell().sink.url('/expired');
    const late = await verifier.sent(PHONE, { callbackUrl });
    await cell().advance(601);
    await untilCalled('/expired', 'expired');
    const exhausted = await verifier.sent(PHONE, { callbackUrl: cell().sink.url('/exhausted') });
    const code = await verifier.codeOf(exhausted);
    for (let check = 0; check < 5; check += 1) await verifier.check(exhausted, wrong(code));
    await untilCalled('/exhausted', 'expired');
    await cell().advance(601);
    await cell().settle();
    const ends = ['/expired', '/exhausted'].flatMap((path) =>
      calledBack(path).filter((event) => event['callback_event'] === 'expired'),
    );
    expect(ends.map((event) => event['verification_uuid'])).toEqual([late, exhausted]);
  });

  test('goes to the URL of the profile unless the request names another', async () => {
    const sink = cell().sink.url('/profile').replace('//', '//login:secret@');
    const own = await givenVerifier(cell(), account, { callbackUrl: sink });
    const { body } = await own.change({ callbackUrl: sink.replace('secret', '***') });
    expect(body).toMatchObject({ callbackUrl: sink.replace('secret', '***') });
    const uuid = await own.sent();
    await own.check(uuid, await own.codeOf(uuid));
    await untilCalled('/profile', 'confirmed');
    const expected = `Basic ${Buffer.from('login:secret').toString('base64')}`;
    expect(
      cell()
        .sink.received('/profile')
        .map(({ headers }) => headers['authorization']),
    ).toContain(expected);
    const other = await own.sent(PHONE, { callbackUrl: cell().sink.url('/request') });
    await own.check(other, await own.codeOf(other));
    await untilCalled('/request', 'confirmed');
    expect(calledBack('/profile').map((event) => event['verification_uuid'])).not.toContain(other);
    expect(await own.change({ callbackUrl: null })).toMatchObject({ body: { callbackUrl: null } });
  });

  test('of a cancelled verification tells no end', async () => {
    const uuid = await verifier.sent(PHONE, { callbackUrl: cell().sink.url('/cancelled') });
    await untilCalled('/cancelled', 'delivered');
    await account.ask('POST', `/verifier/${uuid}/cancel`, undefined, 'VERIFIER');
    await cell().advance(601);
    await cell().settle();
    expect(kinds(calledBack('/cancelled'))).toEqual(['delivered', 'sent']);
  });
});

describe('the feed', () => {
  covers('messaging.verifier.feed');
  test('shows keys of the verifier the events of verifications, and no others', async () => {
    const { body } = await account.ask('POST', '/message', [
      { channelType: 'SMS', senderName: 'Shop', destination: PHONE, content: 'Hello' },
    ]);
    const messageUuid = textAt((body as { items: unknown[] }).items[0], 'messageUuid'); // as above
    const uuid = await verifier.sent();
    await verifier.check(uuid, await verifier.codeOf(uuid));
    await untilInFeed(uuid, 'delivered');
    const all = await until('the message is delivered', async () => {
      const events = await feed('MESSAGES');
      const own = events.filter((event) => event['message_uuid'] === messageUuid);
      return own.some((event) => event['callback_event'] === 'delivered') && events;
    });
    expect(all.every((event, at) => event['event_number'] === at + 1)).toBe(true);
    expect(
      all.filter((event) => event['message_uuid'] === messageUuid).map((event) => Object.keys(event)),
    ).not.toContain('verification_uuid');
    const codes = await feed('VERIFIER', `?limit=1000`);
    expect(codes).toEqual(all.filter((event) => event['verification_uuid'] !== undefined));
    expect(kinds(codes.filter((event) => event['verification_uuid'] === uuid))).toEqual([
      'confirmed',
      'delivered',
      'price',
      'sent',
    ]);
  });

  test('tells keys of the verifier the bounds of their own events, and not how many others there are', async () => {
    const page = async (type: 'MESSAGES' | 'VERIFIER', of = account) => {
      const { body } = await of.ask('GET', '/events?limit=1', undefined, type);
      return body as { firstNumber: number | null; lastNumber: number }; // checked against the contract by the client
    };
    await account.ask('POST', '/message', [
      { channelType: 'SMS', senderName: 'Shop', destination: PHONE, content: 'The last event is not of a code' },
    ]);
    const numbers = (await feed('VERIFIER')).map((event) => Number(event['event_number']));
    await until('the message has events', async () => (await page('MESSAGES')).lastNumber > Math.max(...numbers));
    expect(await page('VERIFIER')).toMatchObject({
      firstNumber: Math.min(...numbers),
      lastNumber: Math.max(...numbers),
    });
    const quiet = await givenAccount(cell(), {});
    await registerName(cell(), quiet, {});
    await quiet.ask('POST', '/message', [
      { channelType: 'SMS', senderName: 'Shop', destination: PHONE, content: 'Hello' },
    ]);
    await until('the quiet account has events', async () => (await page('MESSAGES', quiet)).lastNumber > 0);
    expect(await page('VERIFIER', quiet)).toMatchObject({ firstNumber: null, lastNumber: 0 });
  });

  test('tells keys of the verifier no gap after the numbers that they have read', async () => {
    const page = async (after: number) => {
      const { body } = await account.ask('GET', `/events?limit=1&after=${after}`, undefined, 'VERIFIER');
      return body as { firstNumber: number; lastNumber: number }; // checked against the contract by the client
    };
    const all = (await feed('MESSAGES')).map((event) => Number(event['event_number']));
    const [own, last] = [(await feed('VERIFIER')).map((event) => Number(event['event_number'])), Math.max(...all)];
    expect(last).toBeGreaterThan(Math.max(...own));
    for (const after of [0, Math.min(...own), Math.max(...own), last]) {
      const { firstNumber, lastNumber } = await page(after);
      expect(firstNumber).toBeLessThanOrEqual(after + 1);
      expect(lastNumber).toBe(Math.max(...own, after));
    }
    // A reader that has read numbers which the feed does not have any more sees that it was restored.
    expect((await page(last + 1_000)).lastNumber).toBe(last);
  });

  test('is read by keys of the verifier page by page to its end, over other events', async () => {
    const whole = await feed('VERIFIER');
    const seen: Event[] = [];
    for (;;) {
      const after = Number(seen.at(-1)?.['event_number'] ?? 0);
      const items = await feed('VERIFIER', `?after=${after}&limit=2`);
      if (items.length === 0) break;
      expect(items.length).toBeLessThanOrEqual(2);
      seen.push(...items);
    }
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(4);
  });
});
