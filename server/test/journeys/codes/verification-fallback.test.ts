// Codes that go on to the next channel of their profile.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, givenWidget, type Verifier, wrong } from '../../given/people/verification.ts';
import { until } from '../../given/until.ts';

const LIFETIME_SECONDS = 120;
const SMS = { channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' };
const VOICE = { channelType: 'VOICECODE', senderName: 'voicecode', text: 'Your code is {code}' };
const FLASHCALL = { channelType: 'FLASHCALL', senderName: 'Shop', text: '{code}' };
const TELEGRAM = { channelType: 'TELEGRAM_GATEWAY', senderName: 'Shop', text: 'Code {code}' };

const cell = useCell({ settings: { linkRetryMaxMs: 500 } });

let account: Account;
let verifier: Verifier;
beforeAll(async () => {
  await cell().link('mts');
  for (const channel of ['VOICECODE', 'FLASHCALL', 'TELEGRAM'] as const) await cell().channel(channel);
  account = await givenAccount(cell(), {});
  await registerName(cell(), account, {});
  for (const channelType of ['FLASHCALL', 'TELEGRAM']) await registerName(cell(), account, { channelType });
  await registerName(cell(), account, { channelType: 'VOICECODE', senderName: 'voicecode' });
  verifier = await given([SMS, VOICE]);
});

const CALM = { noReceiptPercent: 0, undeliveredPercent: 0, refusedPercent: 0 };
const CALM_CHANNEL = { noStatusPercent: 0, undeliveredPercent: 0, refusedPercent: 0 };
beforeEach(async () => {
  await cell().operators.behave('mts', CALM);
  for (const channel of ['voicecode', 'flashcall', 'telegram'])
    await cell().operators.channels.behave(channel, CALM_CHANNEL);
});

const given = (channels: readonly object[], change: object = {}) =>
  givenVerifier(cell(), account, { channels, fallback: 'LISTED', lifetimeSeconds: LIFETIME_SECONDS, ...change });

/** The sealed code of any profile. */
const codeOf = (uuid: string) => verifier.codeOf(uuid);

let numbers = 0;
const freshNumber = () => {
  numbers += 1;
  return `7916123${String(numbers).padStart(4, '0')}`;
};

type Shown = {
  status: string;
  channelType: string;
  delivery: string;
  steps: { channelType: string; delivery: string }[];
};

const shown = async (uuid: string) =>
  (await account.ask('GET', `/verifier/${uuid}`, undefined, 'VERIFIER')).body as Shown; // checked against the contract by the client

const stepsOf = async (uuid: string) => (await shown(uuid)).steps.map(({ channelType }) => channelType);

const untilDelivery = (uuid: string, channelType: string, delivery: string) =>
  until(`${channelType} of ${uuid} is ${delivery}`, async () => {
    const body = await shown(uuid);
    return body.channelType === channelType && body.delivery === delivery && body;
  });

const received = async (channel: string, destination: string) =>
  (await cell().operators.received(channel)).filter((one) => one.destination === destination);

const digitsIn = (text: string | undefined) => /\d{4,8}/.exec(text ?? '')?.[0] ?? '';

const plans = async (uuid: string) =>
  (await cell().sql('select from verification_plans where verification_id = $1', [uuid])).length;

/** Of the second message after the first: from its creation and, if it is final, from its end. */
async function intervals(uuid: string): Promise<{ waitedMs: number; movedMs: number }> {
  const [row] = await cell().sql<{ created: Date; final: Date | null; next: Date }>(
    `select m.created_at as created, m.final_at as final, n.created_at as next
     from messages m
     join messages n on n.verification_id = m.verification_id and n.id > m.id
     where m.verification_id = $1`,
    [uuid],
  );
  if (row === undefined) throw new Error(`verification ${uuid} has no second message`);
  const next = row.next.getTime();
  return { waitedMs: next - row.created.getTime(), movedMs: next - (row.final ?? row.next).getTime() };
}

/** A quarter of a second on a quiet machine; the tests share theirs. */
const MOVED_MS_MAX = 5_000;

describe('a code by SMS that is not delivered', () => {
  covers('messaging.verifier.fallback.wait', 'messaging.verifier.fallback.same-code');
  test('is called after 20 seconds, with the same digits, and confirmed', async () => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const number = freshNumber();
    const uuid = await verifier.sent(number);
    await untilDelivery(uuid, 'SMS', 'sent');
    await cell().advance(20);
    await untilDelivery(uuid, 'VOICECODE', 'delivered');
    const [sms] = await received('mts', number);
    const [call] = await received('voicecode', number);
    expect(digitsIn(call?.text)).toBe(digitsIn(sms?.text));
    const { waitedMs } = await intervals(uuid);
    expect(waitedMs).toBeGreaterThanOrEqual(20_000);
    // It ends with the code: the rest of the lifetime, rounded down.
    expect(call?.ttlSeconds).toBeLessThanOrEqual(LIFETIME_SECONDS - 20);
    expect(await verifier.check(uuid, digitsIn(call?.text))).toBe('CONFIRMED');
    expect(await plans(uuid)).toBe(0);
    expect(await cell().sql('select from message_codes')).toEqual([]);
  });

  covers('messaging.verifier.fallback.failed');
  test.each([
    ['the operator refuses it', { refusedPercent: 100, refusedStatus: 0x0b }],
    ['the operator reports it undelivered', { undeliveredPercent: 100 }],
  ])('is called at once when %s', async (_, behaviour) => {
    await cell().operators.behave('mts', behaviour);
    const patient = await given([{ ...SMS, waitSeconds: 600 }, VOICE]);
    const number = freshNumber();
    const uuid = await patient.sent(number);
    await untilDelivery(uuid, 'VOICECODE', 'delivered');
    expect(await stepsOf(uuid)).toEqual(['SMS', 'VOICECODE']);
    expect((await intervals(uuid)).movedMs).toBeLessThan(MOVED_MS_MAX);
    const [call] = await received('voicecode', number);
    expect(await patient.check(uuid, digitsIn(call?.text))).toBe('CONFIRMED');
  });

  test('goes on over every channel of the list, and a flash call has digits of its own', async () => {
    const all = await given([TELEGRAM, SMS, FLASHCALL, VOICE]);
    await cell().operators.channels.behave('telegram', { refusedPercent: 100 });
    await cell().operators.behave('mts', { undeliveredPercent: 100 });
    await cell().operators.channels.behave('flashcall', { undeliveredPercent: 100 });
    const number = freshNumber();
    const uuid = await all.sent(number, { channelType: 'TELEGRAM_GATEWAY' });
    await untilDelivery(uuid, 'VOICECODE', 'delivered');
    expect(await stepsOf(uuid)).toEqual(['TELEGRAM_GATEWAY', 'SMS', 'FLASHCALL', 'VOICECODE']);
    const [sms] = await received('mts', number);
    const [flash] = await received('flashcall', number);
    const [call] = await received('voicecode', number);
    expect(digitsIn(call?.text)).toBe(digitsIn(sms?.text));
    expect(flash?.text).toMatch(/^\d{4}$/);
    expect(await all.check(uuid, flash?.text ?? '')).toBe('CONFIRMED');
  });

  test('skips a channel whose sender name is unusable', async () => {
    const unusable = await given([SMS, { ...TELEGRAM, senderName: 'Nobody' }, VOICE]);
    await cell().operators.behave('mts', { undeliveredPercent: 100 });
    const uuid = await unusable.sent(freshNumber());
    await untilDelivery(uuid, 'VOICECODE', 'delivered');
    expect(await stepsOf(uuid)).toEqual(['SMS', 'VOICECODE']);
  });
});

describe('no further channel follows', () => {
  covers('messaging.verifier.fallback.end');
  test('a delivered message, although the code is not entered', async () => {
    const uuid = await verifier.sent(freshNumber());
    await untilDelivery(uuid, 'SMS', 'delivered');
    await cell().advance(30);
    await cell().settle();
    expect([await stepsOf(uuid), await plans(uuid)]).toEqual([['SMS'], 0]);
  });

  test.each([
    ['confirmed', async (uuid: string) => void (await verifier.check(uuid, await codeOf(uuid)))],
    [
      'exhausted',
      async (uuid: string) => {
        const code = await codeOf(uuid);
        for (let check = 0; check < 5; check += 1) await verifier.check(uuid, wrong(code));
      },
    ],
    [
      'cancelled',
      async (uuid: string) => void (await account.ask('POST', `/verifier/${uuid}/cancel`, undefined, 'VERIFIER')),
    ],
  ])('a code that is %s', async (_, end) => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const uuid = await verifier.sent(freshNumber());
    await untilDelivery(uuid, 'SMS', 'sent');
    await end(uuid);
    await cell().advance(25);
    await cell().settle();
    expect([await stepsOf(uuid), await plans(uuid)]).toEqual([['SMS'], 0]);
  });

  test('an earlier code of a number that asked for another', async () => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const number = freshNumber();
    const earlier = await verifier.sent(number);
    const later = await verifier.sent(number);
    await cell().advance(25);
    await untilDelivery(later, 'VOICECODE', 'delivered');
    expect(await stepsOf(earlier)).toEqual(['SMS']);
  });

  test('a message in the last seconds of its code', async () => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const slow = await given([{ ...SMS, waitSeconds: LIFETIME_SECONDS - 10 }, VOICE]);
    const uuid = await slow.sent(freshNumber());
    await untilDelivery(uuid, 'SMS', 'sent');
    await cell().advance(LIFETIME_SECONDS - 5);
    await cell().settle();
    expect([await stepsOf(uuid), await plans(uuid)]).toEqual([['SMS'], 0]);
  });
});

test("no call follows an SMS that used up the day's limit of its profile", async () => {
  await cell().operators.behave('mts', { noReceiptPercent: 100 });
  const capped = await given([SMS, VOICE]);
  const number = freshNumber();
  const uuid = await capped.sent(number);
  expect((await capped.change({ dayAmountMax: 0.01 })).status).toBe(200);
  await untilDelivery(uuid, 'SMS', 'sent');
  await cell().advance(25);
  await until('the plan has ended', async () => (await plans(uuid)) === 0);
  expect([await stepsOf(uuid), await received('voicecode', number)]).toEqual([['SMS'], []]);
});

test('the session of a widget shows the channel that its code went on to', async () => {
  await cell().operators.behave('mts', { undeliveredPercent: 100 });
  const widget = await givenWidget(cell(), account, { captchaType: 'NONE', gatewayId: verifier.gatewayId });
  const key = await widget.begun({ destination: freshNumber() });
  const sent = await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER');
  expect([sent.status, sent.text]).toMatchObject([200, expect.any(String)]);
  await until('the session shows the call', async () => {
    const state = (await widget.state(key)) as { channelType?: string; delivery?: string }; // checked against the contract by the client
    return state.channelType === 'VOICECODE' && state.delivery === 'delivered';
  });
  expect(await widget.type(key, await widget.codeOf(key))).toBe('CONFIRMED');
});

covers('messaging.verifier.send.lifetime');
test('a call that waits for its provider longer than the code lives is never made', async () => {
  await cell().operators.behave('mts', { undeliveredPercent: 100 });
  await cell().operators.channels.behave('voicecode', { lockedOut: true });
  const number = freshNumber();
  const uuid = await verifier.sent(number);
  await until('the call is planned', async () => (await stepsOf(uuid)).length === 2);
  await cell().advance(LIFETIME_SECONDS + 5);
  await cell().operators.channels.behave('voicecode', { lockedOut: false });
  await untilDelivery(uuid, 'VOICECODE', 'undelivered');
  expect(await received('voicecode', number)).toEqual([]);
});

test('two sweepers send every next message once', async () => {
  const second = await cell().join(['clock']);
  await cell().operators.behave('mts', { undeliveredPercent: 100 });
  const sent = await Promise.all(Array.from({ length: 12 }, () => verifier.sent(freshNumber())));
  for (const uuid of sent) await untilDelivery(uuid, 'VOICECODE', 'delivered');
  await cell().settle();
  for (const uuid of sent) expect(await stepsOf(uuid)).toEqual(['SMS', 'VOICECODE']);
  await second.leave();
});

test('conversions are counted per channel, operator and day', async () => {
  const counted = await given([SMS, VOICE]);
  await cell().operators.behave('mts', { undeliveredPercent: 100 });
  const first = await counted.sent(freshNumber());
  await untilDelivery(first, 'VOICECODE', 'delivered');
  await counted.check(first, await codeOf(first));
  const second = await counted.sent(freshNumber());
  await untilDelivery(second, 'VOICECODE', 'delivered');
  await cell().advance(LIFETIME_SECONDS + 1);
  const rows = () =>
    cell().sql<Record<string, unknown>>(
      `select channel_type as channel, operator, sent, delivered, entered, expired, cost_micros > 0 as paid
       from verification_conversions where profile_id = $1 order by channel_type`,
      [counted.gatewayId],
    );
  await until('the expired code is counted', async () => (await rows()).some((row) => row['expired'] === 1));
  expect(await rows()).toEqual([
    { channel: 'SMS', operator: 'MTS', sent: 2, delivered: 0, entered: 0, expired: 0, paid: true },
    { channel: 'VOICECODE', operator: 'MTS', sent: 2, delivered: 2, entered: 1, expired: 1, paid: true },
  ]);
});
