// Verification codes over the Telegram Gateway: sent, reported, refused, and under faults neither lost nor sent twice.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { givenVerifier, type Verifier } from '../../given/people/verification.ts';
import { moneyOf, untilMarginsAddUp } from '../../given/providers/costs.ts';
import { isFinal, outcomesOfCodes } from '../../given/rows/message-ends.ts';
import { until } from '../../given/until.ts';

/** Each demanded wait pauses the link for a second. */
const CODES = process.env['LONG'] === '1' ? 1_000 : 150;
/** As many as the process has connections to its database: on a busy machine, waiting calls are refused with 503. */
const CALLS_AT_ONCE = 8;
const ACCOUNT = 'telegram-gateway';

const cell = useCell({
  settings: { publicUrl: 'https://volley.example', submitTimeoutMs: 5_000, inDoubtWaitMs: 5_000 },
});

let account: Account;
let verifier: Verifier;

const linkDraft = () => {
  const { url, token } = cell().operators.gateway;
  return { protocol: 'TELEGRAM_GATEWAY', url, systemId: 'ours', password: token, windowSize: 50 } as const;
};

beforeAll(async () => {
  await cell().channel('TELEGRAM', linkDraft());
  account = await givenAccount(cell(), { balance: 1_000_000 });
  await registerName(cell(), account, { channelType: 'TELEGRAM' });
  verifier = await givenVerifier(cell(), account, {
    channels: [{ channelType: 'TELEGRAM_GATEWAY', senderName: 'Shop', text: 'Code {code}' }],
    sendsPerNumber: 100,
  });
});
beforeEach(() => cell().operators.gateway.behave({ lostAnswerPercent: 0, floodPercent: 0, failedPercent: 0 }));

const sendCode = (destination: string, change: object = {}) =>
  verifier.sent(destination, { channelType: 'TELEGRAM_GATEWAY', ...change });

const messagesOf = (uuids: readonly string[]) => outcomesOfCodes(cell(), uuids);

const untilFinal = (uuids: readonly string[]) =>
  until(`${uuids.length} codes are final`, async () => {
    const rows = await messagesOf(uuids);
    return rows.length === uuids.length && rows.every(isFinal) && rows;
  });

const receivedBy = async (destination: string) =>
  (await cell().operators.received(ACCOUNT)).filter((message) => message.destination === destination);

describe('a code over the Telegram Gateway', () => {
  test('is delivered, and the account is called back', async () => {
    const callbackUrl = cell().sink.url('/gateway');
    const uuid = await sendCode('79161230001', { callbackUrl });
    const code = await verifier.codeOf(uuid);
    const events = await until('the delivery has been called back', () => {
      const items = cell()
        .sink.received('/gateway')
        .flatMap(({ items: some }) => some);
      return items.some((item) => item['callback_event'] === 'delivered') && items;
    });
    expect(events.map((event) => event['channel_type'])).toContain('TELEGRAM');
    expect(await messagesOf([uuid])).toMatchObject([{ status: 'DELIVERED', errorCode: null }]);
    expect(await receivedBy('79161230001')).toMatchObject([{ text: code }]);
  });

  test('costs the fee of its check beside its price, and nothing after the provider has given the fee back', async () => {
    const admin = await givenStaff(cell(), 'admin');
    const [delivered] = await untilFinal([await sendCode('79161230002')]);
    expect(await moneyOf(admin, delivered?.id ?? '')).toMatchObject({
      price: { currency: 'RUB' },
      cost: { value: 0.01, currency: 'USD' },
      linkName: 'telegram',
    });
    const [expired] = await untilFinal([await sendCode('70001000010')]);
    expect(await moneyOf(admin, expired?.id ?? '')).toMatchObject({ price: { value: 0 }, cost: { value: 0 } });
    const { refunds } = await cell().operators.gateway.counters();
    expect(refunds).toBeGreaterThan(0);
    await untilMarginsAddUp(cell());
  });

  test.each([
    ['70001000012', ERROR.telegramUnreachable, 'PHONE_NUMBER_NOT_FOUND'],
    ['70001000010', ERROR.lifetimeOver, 'expired'],
  ])('to %s fails with %i and the code %s of the provider', async (destination, errorCode, providerCode) => {
    const uuid = await sendCode(destination);
    expect(await untilFinal([uuid])).toMatchObject([{ errorCode, providerCode }]);
  });

  test.each(['70001000014', '70001000015'])('to %s is delivered once', async (destination) => {
    expect(await untilFinal([await sendCode(destination)])).toMatchObject([{ status: 'DELIVERED' }]);
    expect(await receivedBy(destination)).toHaveLength(1);
  });

  test('is neither lost nor sent twice when answers are lost, the provider throttles and fails', async () => {
    const { gateway } = cell().operators;
    const before = await gateway.counters();
    await gateway.behave({ lostAnswerPercent: 5, floodPercent: 5, failedPercent: 2 });
    const numbers = Array.from({ length: CODES }, (_, at) => String(79_162_000_000 + at * 1_009));
    const uuids: string[] = [];
    for (let at = 0; at < numbers.length; at += CALLS_AT_ONCE)
      uuids.push(...(await Promise.all(numbers.slice(at, at + CALLS_AT_ONCE).map((number) => sendCode(number)))));
    const rows = await untilFinal(uuids);
    const after = await gateway.counters();
    const wanted = new Set(numbers);
    const received = (await cell().operators.received(ACCOUNT)).filter(({ destination }) => wanted.has(destination));
    const copies = new Map<string, number>();
    for (const { destination } of received) copies.set(destination, (copies.get(destination) ?? 0) + 1);
    expect([...copies].filter(([, count]) => count > 1)).toEqual([]);
    expect(rows.filter(({ status }) => status === 'DELIVERED')).toHaveLength(copies.size);
    // Three temporary failures in a row end a message with 502: the provider then has no code of it.
    const failed = rows.filter(({ status }) => status !== 'DELIVERED');
    expect(failed.filter(({ errorCode }) => errorCode !== ERROR.operatorFailure)).toEqual([]);
    expect(failed.length).toBeLessThan(CODES / 20);
    expect([after.answersLost > before.answersLost, after.flooded > before.flooded]).toEqual([true, true]);
    await untilMarginsAddUp(cell());
  });
});

test('staff create a link to the Gateway, which carries TELEGRAM only, and never see its token', async () => {
  const sre = await givenStaff(cell(), 'sre');
  const link = { ...linkDraft(), name: 'gateway-2', brands: [0] };
  const put = await sre.ask('PUT', '/links', link);
  expect([put.status, put.body]).toMatchObject([200, { protocol: 'TELEGRAM_GATEWAY', channelType: 'TELEGRAM' }]);
  expect(put.text).not.toContain(link.password);
  expect((await sre.ask('PUT', '/links', { ...link, channelType: 'VIBER' })).status).toBe(400);
});
