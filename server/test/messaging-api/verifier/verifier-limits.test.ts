// Limits against SMS pumping: per number, per visitor address and per day's money. A stranger's requests never block
// the codes of others.
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { propertyRuns } from '../../../../tools/proofs/property-runs.ts';
import { useCell } from '../../given/cell.ts';
import type { Reply } from '../../given/http-client.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, givenWidget, PHONE, type Verifier, wrong } from '../../given/people/verification.ts';

const cell = useCell({ workers: ['clock'], settings: { trustedProxies: ['127.0.0.0/8'], staffTokenHours: 0 } });

async function givenShop(balance = 1_000_000): Promise<Account> {
  const account = await givenAccount(cell(), { balance });
  await registerName(cell(), account, {});
  return account;
}

const OPEN = { sendsPerNumber: 100, sendsPerPrefix: 1_000, enteredShareAfter: 1_000, sendsPerAddress: 1_000 };
const numbers = (count: number, first = Number(PHONE)) => Array.from({ length: count }, (_, at) => String(first + at));
const retryAfter = ({ headers }: Reply) => Number(headers.get('retry-after'));
const refused = { error: { code: 4290, msg: 'Too Many Requests' } };

describe('a number', () => {
  covers('messaging.verifier.send.limit');
  test('gets five codes in ten minutes', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    for (let sent = 0; sent < 5; sent += 1) await verifier.sent();
    const reply = await verifier.send();
    expect([reply.status, reply.body]).toEqual([429, refused]);
    expect(retryAfter(reply)).toBeGreaterThan(590);
    expect(retryAfter(reply)).toBeLessThanOrEqual(600);
    expect((await verifier.send('79161239999')).status).toBe(200);
    await cell().advance(600);
    expect((await verifier.send()).status).toBe(200);
  });

  test('gets no second code within the pause', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { resendPauseSeconds: 30 });
    await verifier.sent();
    const reply = await verifier.send('+7 (916) 123-00-01');
    expect(reply.status).toBe(429);
    expect(retryAfter(reply)).toBeLessThanOrEqual(30);
    await cell().advance(30);
    expect((await verifier.send()).status).toBe(200);
  });

  test('gets no more codes by concurrent requests', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const replies = await Promise.all(Array.from({ length: 30 }, () => verifier.send()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(25);
  });
});

const suspicions = async () => {
  const metrics = await cell().platform.metrics.registry.metrics();
  return Number(/^volley_verification_suspicions_total\{.*\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
};

const suspectOf = ({ companyId }: Account) =>
  cell().sql(
    'select prefix, sent, entered, suspected_at is not null as suspect from verification_prefixes where company_id = $1 order by prefix',
    [companyId],
  );

describe('numbers of one prefix', () => {
  test('are suspect when their codes are never entered, are reported once, and still get codes', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account, { ...OPEN, enteredShareAfter: 5, enteredShareMin: 20 });
    const before = await suspicions();
    for (const number of numbers(5)) await verifier.sent(number);
    expect(await suspicions()).toBe(before);
    for (const number of ['79161230100', '79161230101', '79161240100']) await verifier.sent(number);
    expect(await suspectOf(account)).toEqual([
      { prefix: '7916123', sent: 7, entered: 0, suspect: true },
      { prefix: '7916124', sent: 1, entered: 0, suspect: false },
    ]);
    expect(await suspicions()).toBe(before + 1);
  });

  test('are suspect when they get many codes in an hour, and still get codes', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account, { ...OPEN, sendsPerPrefix: 3 });
    for (const number of numbers(3)) await verifier.sent(number);
    expect(await suspectOf(account)).toMatchObject([{ suspect: false }]);
    await verifier.sent('79161230009');
    expect(await suspectOf(account)).toMatchObject([{ suspect: true }]);
  });

  test('are not suspect where enough codes are entered', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account, { ...OPEN, enteredShareAfter: 5, enteredShareMin: 20 });
    const sent: string[] = [];
    for (const number of numbers(5)) sent.push(await verifier.sent(number));
    const [first = ''] = sent;
    expect(await verifier.check(first, await verifier.codeOf(first))).toBe('CONFIRMED');
    await verifier.sent('79161230100');
    expect(await suspectOf(account)).toMatchObject([{ sent: 6, entered: 1, suspect: false }]);
  });

  test('cannot be blocked by a stranger', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account, { sendsPerAddress: 1_000 });
    const { gatewayId } = verifier;
    const widget = await givenWidget(cell(), account, { gatewayId, captchaType: 'NONE' });
    for (const destination of numbers(60)) {
      const key = await widget.begun({ destination });
      await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER');
    }
    expect(await suspectOf(account)).toMatchObject([{ suspect: true }]);
    const key = await widget.begun({ destination: '79161235555' });
    expect((await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER')).status).toBe(200);
    expect((await verifier.send('79161236666')).status).toBe(200);
  });
});

describe('a number whose code is guessed', () => {
  async function guessAt(verifier: Verifier, times: number, destination = PHONE, change: object = {}): Promise<void> {
    for (let left = times; left > 0; left -= 5) {
      const uuid = await verifier.sent(destination, change);
      const code = await verifier.codeOf(uuid);
      for (let at = 0; at < Math.min(5, left); at += 1)
        expect(await verifier.check(uuid, wrong(code))).toBe('WRONG_CODE');
    }
  }
  const flash = { channelType: 'FLASHCALL', senderName: 'Shop', text: '{code}' };
  const sms = { channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' };

  test('gets longer codes after twenty wrong checks, and is never locked', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account, OPEN);
    await guessAt(verifier, 19);
    expect(await verifier.codeOf(await verifier.sent())).toHaveLength(6);
    await guessAt(verifier, 1);
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    expect(code).toHaveLength(8);
    expect(await verifier.check(uuid, code)).toBe('CONFIRMED');
    // Counted per number, company and day.
    expect(await verifier.codeOf(await verifier.sent('79161230002'))).toHaveLength(6);
    const other = await givenVerifier(cell(), await givenShop(), OPEN);
    expect(await other.codeOf(await other.sent())).toHaveLength(6);
    await cell().advance(86_400);
    expect(await verifier.codeOf(await verifier.sent())).toHaveLength(6);
  });

  test('has one check per flash call, whose code cannot be longer', async () => {
    const account = await givenShop();
    await registerName(cell(), account, { channelType: 'FLASHCALL' });
    const verifier = await givenVerifier(cell(), account, { ...OPEN, channels: [sms, flash] });
    await guessAt(verifier, 20);
    const uuid = await verifier.sent(PHONE, { channelType: 'FLASHCALL' });
    const code = await verifier.codeOf(uuid);
    expect(code).toHaveLength(4);
    expect(await verifier.check(uuid, wrong(code))).toBe('WRONG_CODE');
    expect(await verifier.check(uuid, code)).toBe('EXPIRED');
    const next = await verifier.sent(PHONE, { channelType: 'FLASHCALL' });
    expect(await verifier.check(next, await verifier.codeOf(next))).toBe('CONFIRMED');
  });

  test('makes the widget show the length of its code', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account, OPEN);
    const widget = await givenWidget(cell(), account, { gatewayId: verifier.gatewayId, captchaType: 'NONE' });
    await guessAt(verifier, 20);
    const key = await widget.begun();
    await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER');
    expect(await widget.state(key)).toMatchObject({ state: 'SENT', codeLength: 8 });
    expect(await widget.type(key, await widget.codeOf(key))).toBe('CONFIRMED');
  });
});

describe('visitors behind one address', () => {
  test('are not refused because they come at the same time', async () => {
    const account = await givenShop();
    const { gatewayId } = await givenVerifier(cell(), account, OPEN);
    const widget = await givenWidget(cell(), account, { gatewayId, captchaType: 'NONE' });
    const replies = await Promise.all(numbers(60).map((destination) => widget.open({ destination })));
    expect(replies.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([]);
  });
});

describe("the day's money of a verifier", () => {
  test('is never exceeded by concurrent requests, and is available again the next day', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account, { ...OPEN, dayAmountMax: 20 });
    const replies = await Promise.all(numbers(20).map((number) => verifier.send(number)));
    const went = replies.filter(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20 - went.length);
    const spent = await spentOf(account);
    expect(went.length).toBeGreaterThan(1);
    expect(spent).toBeLessThanOrEqual(20);
    expect(spent).toBeGreaterThan(20 - spent / went.length);
    expect((await verifier.send('79161239999')).status).toBe(429);
    await verifier.change({ dayAmountMax: 25 });
    expect((await verifier.send('79161239999')).status).toBe(200);
    await cell().advance(86_400);
    expect((await verifier.send()).status).toBe(200);
  });

  test('may be less for one widget than for its profile', async () => {
    const account = await givenShop();
    const { gatewayId } = await givenVerifier(cell(), account, { ...OPEN, dayAmountMax: 1_000 });
    const widget = await givenWidget(cell(), account, { gatewayId, captchaType: 'NONE', dayAmountMax: 10 });
    let refusals = 0;
    const keys = await Promise.all(numbers(10).map((destination) => widget.begun({ destination })));
    for (const key of keys) {
      const { status } = await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER');
      refusals += status === 429 ? 1 : 0;
      if (status === 429) expect(await widget.state(key)).toEqual({ state: 'ERROR', errorCode: 130 });
    }
    expect(refusals).toBeGreaterThan(0);
    expect(await spentOf(account)).toBeLessThanOrEqual(10);
  });
});

async function spentOf({ companyId }: Account): Promise<number> {
  const [row] = await cell().sql<{ micros: bigint }>(
    `select coalesce(sum(amount_micros), 0)::bigint as micros from messages m join dispatches d on d.id = m.dispatch_id
      where d.company_id = $1`,
    [companyId],
  );
  return Number(row?.micros ?? 0n) / 1e6;
}

test('an attacker with many numbers of one prefix and many addresses spends less than the cap', async () => {
  const account = await givenShop();
  const profile = { dayAmountMax: 30, enteredShareAfter: 1_000, sendsPerPrefix: 1_000 };
  const { gatewayId } = await givenVerifier(cell(), account, profile);
  const widget = await givenWidget(cell(), account, { gatewayId, captchaType: 'NONE' });
  const outcomes = new Map<string, number>();
  const pump = async (destination: string, at: number) => {
    const opened = await cell().call('POST', `/widget/v1/${widget.widgetId}/sessions`, {
      headers: { origin: 'https://shop.example', 'x-forwarded-for': `198.51.${at % 2}.${Math.floor(at / 2) % 250}` },
      body: { destination, channelType: 'SMS', captchaToken: 'pass' },
    });
    const { key } = opened.body as { key?: string }; // checked against the contract by the client
    const sent = key && (await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER'));
    const outcome = sent ? `send ${sent.status}` : `open ${opened.status}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  const all = numbers(propertyRuns(120), 79_161_230_000);
  for (let at = 0; at < all.length; at += 40)
    await Promise.all(all.slice(at, at + 40).map((destination, beside) => pump(destination, at + beside)));
  expect([...outcomes.keys()].toSorted()).toEqual(['open 429', 'send 200', 'send 429']);
  expect(await spentOf(account)).toBeLessThanOrEqual(30);
  expect(outcomes.get('send 200')).toBeLessThan(30);
});

test('the sweeper removes rows that no limit needs', async () => {
  const account = await givenShop();
  const verifier = await givenVerifier(cell(), account);
  await verifier.sent();
  const { gatewayId } = verifier;
  const widget = await givenWidget(cell(), account, { gatewayId, captchaType: 'NONE' });
  await widget.begun({ destination: '79161230002' });
  const left = async () => {
    const rows = await cell().sql<{ left: number }>(
      `select (select count(*) from verifications where company_id = $1) + (select count(*) from widget_sessions
         where company_id = $1) + (select count(*) from verification_rates where company_id = $1) as left`,
      [account.companyId],
    );
    return Number(rows[0]?.left);
  };
  expect(await left()).toBe(5);
  await cell().advance(2 * 86_400);
  cell().platform.bus.wake('removals');
  await expect.poll(left, { timeout: 10_000 }).toBe(0);
});
