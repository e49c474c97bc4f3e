import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { forgetVerifications } from '../../../src/features/verification/codes/forget-verifications.ts';
import { useCell } from '../../given/cell.ts';
import { textAt } from '../../given/http-client.ts';
import { type Account, giveMoney, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, PHONE, wrong } from '../../given/people/verification.ts';

const cell = useCell({ workers: [] });

async function givenShop(options: { balance?: number } = {}): Promise<Account> {
  const account = await givenAccount(cell(), options);
  await registerName(cell(), account, {});
  return account;
}

const stored = (uuid: string) =>
  cell().sql<{ row: string; method: string; traffic: string; lane: number; text: string; destination: bigint }>(
    `select v::text as row, d.sending_method as method, s.traffic_type as traffic, s.lane, m.text, m.destination
       from verifications v join messages m on m.id = v.message_uuid join dispatches d on d.id = m.dispatch_id
       join strands s on s.dispatch_id = m.dispatch_id and s.strand = m.strand where v.id = $1`,
    [uuid],
  );

describe('a code', () => {
  covers('messaging.verifier.send', 'messaging.version.v22');
  test('is sent with its own id', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const reply = await verifier.send();
    expect(reply.status).toBe(200);
    const [row] = await stored(textAt(reply.body, 'uuid'));
    expect(row?.text).toBe('Your code: ••••');
    expect(row?.destination).toBe(BigInt(PHONE));
  });

  covers('messaging.verifier.send.method', 'messaging.version.v26');
  test('is an urgent message of the verifier', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    expect(await stored(await verifier.sent())).toMatchObject([
      { method: 'VERIFIER_API', traffic: 'AUTHORIZE', lane: 0 },
    ]);
  });

  test('is stored sealed and as a keyed hash, without the number', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { codeLength: 8 });
    const uuid = await verifier.sent();
    const [row] = await stored(uuid);
    expect(row?.row).not.toContain(await verifier.codeOf(uuid));
    expect(row?.row).not.toContain(PHONE);
    const rates = JSON.stringify(await cell().sql('select * from verification_rates'));
    expect(rates).not.toContain(PHONE);
  });

  test('has six digits by default', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    expect(await verifier.codeOf(await verifier.sent())).toMatch(/^[0-9]{6}$/);
  });

  test('costs by the parts of the sent text, not of the masked text', async () => {
    // A part has 70 characters of UCS-2 or 160 of GSM-7; the masked text would have two parts.
    const text = `${'x'.repeat(90)} {code}`;
    const verifier = await givenVerifier(cell(), await givenShop(), {
      channels: [{ channelType: 'SMS', senderName: 'Shop', text }],
    });
    const rows = await cell().sql<{ parts: number }>(
      'select m.parts from messages m join verifications v on v.message_uuid = m.id where v.id = $1',
      [await verifier.sent()],
    );
    expect(rows).toEqual([{ parts: 1 }]);
  });

  test.each(['confirmed', 'used up', 'over'])('is wiped when it is %s', async (end) => {
    const verifier = await givenVerifier(cell(), await givenShop(), { checksMax: 2, lifetimeSeconds: 60 });
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    const kept = () =>
      cell().sql('select from message_codes c join verifications v on v.message_uuid = c.message_id where v.id = $1', [
        uuid,
      ]);
    if (end === 'over') {
      await cell().advance(60);
      await forgetVerifications(cell().platform);
    } else if (end === 'confirmed') await verifier.check(uuid, code);
    else
      for (const digits of [wrong(code), wrong(code)]) {
        expect(await kept()).toHaveLength(1);
        await verifier.check(uuid, digits);
      }
    expect(await kept()).toEqual([]);
  });

  test.each([4, 5, 6, 7, 8])('has %i digits if the profile says so', async (codeLength) => {
    const verifier = await givenVerifier(cell(), await givenShop(), { codeLength });
    expect(await verifier.codeOf(await verifier.sent())).toHaveLength(codeLength);
  });

  covers('messaging.verifier.send.unknown-gateway');
  test('is not sent by an unknown, foreign or disabled gateway', async () => {
    const account = await givenShop();
    const verifier = await givenVerifier(cell(), account);
    const foreign = await givenVerifier(cell(), await givenShop());
    for (const gatewayId of ['AAAAAA', foreign.gatewayId]) {
      const reply = await verifier.send(PHONE, { gatewayId });
      expect([reply.status, reply.body]).toEqual([
        404,
        { error: { code: 4040, msg: `Gateway ${gatewayId} not found` } },
      ]);
    }
    await verifier.change({ status: 'DISABLED' });
    expect((await verifier.send()).status).toBe(404);
  });

  covers('messaging.verifier.send.channel-off');
  test('is not sent over a disabled channel', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    for (const channelType of ['VIBER', 'TELEGRAM_GATEWAY', 'NOWHERE'])
      expect((await verifier.send(PHONE, { channelType })).body).toMatchObject({ error: { code: 4000 } });
  });

  test.each([
    ['an invalid number', 'call me'],
    ['a landline', '74951234567'],
    ['another country', '4915112345678'],
    ['Kazakhstan', '77011234567'],
    ['an unassigned range', '79400000000'],
  ])('is not sent to %s', async (_what, destination) => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const reply = await verifier.send(destination);
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  });

  covers('messaging.verifier.send.no-money');
  test('costs money, and is refused without it', async () => {
    const account = await givenShop({ balance: 0 });
    const verifier = await givenVerifier(cell(), account);
    const reply = await verifier.send();
    expect([reply.status, reply.body]).toEqual([402, { error: { code: 4020, msg: 'Insufficient funds' } }]);
    // A refused code does not count against the limits.
    expect(await cell().sql('select from verification_rates where company_id = $1', [account.companyId])).toEqual([]);
    expect(await cell().sql('select from verifications where company_id = $1', [account.companyId])).toEqual([]);
    await giveMoney(cell(), account.companyId, 100);
    expect((await verifier.send()).status).toBe(200);
  });

  test('is sent once under an Idempotency-Key', async () => {
    const account = await givenShop();
    const { gatewayId } = await givenVerifier(cell(), account);
    const again = () =>
      cell().call('POST', '/api/v1/verifier/send', {
        token: account.keys.VERIFIER,
        body: { channelType: 'SMS', destination: PHONE, gatewayId },
        headers: { 'idempotency-key': 'one' },
      });
    const [first, second] = [await again(), await again()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });
});

describe('a check', () => {
  covers('messaging.verifier.check.confirmed', 'messaging.verifier.check.once');
  test('of the right code confirms, once', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    expect(await verifier.check(uuid, `${code.slice(0, 2)} ${code.slice(2)}`)).toBe('CONFIRMED');
    expect(await verifier.check(uuid, code)).toBe('EXPIRED');
  });

  covers('messaging.verifier.check.wrong-code');
  test('of a wrong code fails, and the right one still counts', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    expect(await verifier.check(uuid, wrong(code))).toBe('WRONG_CODE');
    expect(await verifier.check(uuid, `${code}0`)).toBe('WRONG_CODE');
    expect(await verifier.check(uuid, code)).toBe('CONFIRMED');
  });

  covers('messaging.verifier.check.expired');
  test('after the lifetime or too many checks fails', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { checksMax: 2, lifetimeSeconds: 60 });
    const [tried, old] = [await verifier.sent(), await verifier.sent()];
    const code = await verifier.codeOf(tried);
    for (const status of ['WRONG_CODE', 'WRONG_CODE', 'EXPIRED'])
      expect(await verifier.check(tried, wrong(code))).toBe(status);
    expect(await verifier.check(tried, code)).toBe('EXPIRED');
    const late = await verifier.codeOf(old);
    await cell().advance(61);
    expect(await verifier.check(old, late)).toBe('EXPIRED');
  });

  covers('messaging.verifier.check.not-found');
  test('of an unknown or foreign id answers 404', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const foreign = await givenVerifier(cell(), await givenShop());
    const uuid = await foreign.sent();
    const code = await foreign.codeOf(uuid);
    for (const id of [randomUUID(), 'nonsense', uuid]) expect(await verifier.check(id, code)).toBe('NOT_FOUND');
    expect(await foreign.check(uuid, code)).toBe('CONFIRMED');
  });

  test('repeated concurrently never exceeds the limit of checks', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { checksMax: 3 });
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    const replies = await Promise.all(Array.from({ length: 30 }, () => verifier.check(uuid, wrong(code))));
    expect(replies.filter((status) => status === 'WRONG_CODE')).toHaveLength(3);
    expect(replies.filter((status) => status === 'EXPIRED')).toHaveLength(27);
    expect(await verifier.check(uuid, code)).toBe('EXPIRED');
  });

  test('repeated concurrently confirms once', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { checksMax: 10 });
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    const replies = await Promise.all(Array.from({ length: 10 }, () => verifier.check(uuid, code)));
    expect(replies.toSorted()).toEqual(['CONFIRMED', ...Array<string>(9).fill('EXPIRED')]);
  });
});

describe('the verifier', () => {
  covers('messaging.auth.type.verifier');
  test('needs a key of type VERIFIER', async () => {
    const account = await givenShop();
    const { gatewayId } = await givenVerifier(cell(), account);
    const body = { channelType: 'SMS', destination: PHONE, gatewayId };
    for (const type of ['MESSAGES', 'SYSTEM', 'VERIFIER_BUILDER'] as const) {
      expect((await account.ask('POST', '/verifier/send', body, type)).body).toMatchObject({ error: { code: 4030 } });
      const check = await account.ask('POST', '/verifier/check', { uuid: randomUUID(), code: '1234' }, type);
      expect(check.body).toMatchObject({ error: { code: 4030 } });
    }
    expect((await account.ask('POST', '/verifier/send', body, 'VERIFIER')).status).toBe(200);
  });
});
