import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { forgetVerifications } from '../../src/features/verification/forget-verifications.ts';
import { type Account, giveMoney, givenAccount } from '../given/account.ts';
import { useCell } from '../given/cell.ts';
import { textAt } from '../given/http-client.ts';
import { registerName } from '../given/sending.ts';
import { givenVerifier, PHONE, wrong } from '../given/verification.ts';

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
  test('is sent with an id of its own [messaging.verifier.send messaging.version.v22]', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const reply = await verifier.send();
    expect(reply.status).toBe(200);
    const [row] = await stored(textAt(reply.body, 'uuid'));
    expect(row?.text).toBe('Your code: ••••');
    expect(row?.destination).toBe(BigInt(PHONE));
  });

  test('is an urgent message of the verifier [messaging.verifier.send.method messaging.version.v26]', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    expect(await stored(await verifier.sent())).toMatchObject([
      { method: 'VERIFIER_API', traffic: 'AUTHORIZE', lane: 0 },
    ]);
  });

  test('is kept sealed and as a keyed hash, and the number not at all', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { codeLength: 8 });
    const uuid = await verifier.sent();
    const [row] = await stored(uuid);
    expect(row?.row).not.toContain(await verifier.codeOf(uuid));
    expect(row?.row).not.toContain(PHONE);
    const rates = JSON.stringify(await cell().sql('select * from verification_rates'));
    expect(rates).not.toContain(PHONE);
  });

  test('has six digits where the profile does not say otherwise', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    expect(await verifier.codeOf(await verifier.sent())).toMatch(/^[0-9]{6}$/);
  });

  test('costs by the parts of what is sent, not of what is shown', async () => {
    // 70 characters of another alphabet are one part, 160 of the plain one; with its mask the text would be two.
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

  test.each([
    [0, 'Your code: 4711, till 23:59', { contentType: 'text', text: 'Your code: 4711', code: '4711' }],
    [2, 'Your code: ••••, till 23:59', { contentType: 'text', text: 'Your code: ••••', code: '••••' }],
  ])(
    'that the version before stored in clear, in status %i, is %s after the migration',
    async (status, text, special) => {
      const verifier = await givenVerifier(cell(), await givenShop());
      const of = 'where m.id = (select v.message_uuid from verifications v where v.id = $1)';
      const uuid = await verifier.sent();
      const migration = await readFile(new URL('../../migrations/0043_message_codes.sql', import.meta.url), 'utf8');
      const client = await cell().platform.db.pool.connect();
      try {
        await client.query('begin');
        await client.query(
          `update messages m set status = $2, text = 'Your code: 4711, till 23:59',
           special_content = '{"contentType": "text", "text": "Your code: 4711", "code": "4711"}' ${of}`,
          [uuid, status],
        );
        await client.query(migration.slice(migration.indexOf('update messages')));
        const { rows } = await client.query(`select m.text, m.special_content as special from messages m ${of}`, [
          uuid,
        ]);
        expect(rows).toEqual([{ text, special }]);
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  );

  test.each([4, 5, 6, 7, 8])('has %i digits where the profile says so', async (codeLength) => {
    const verifier = await givenVerifier(cell(), await givenShop(), { codeLength });
    expect(await verifier.codeOf(await verifier.sent())).toHaveLength(codeLength);
  });

  test('is not sent by a gateway that is unknown, foreign or off [messaging.verifier.send.unknown-gateway]', async () => {
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

  test('is not sent over a channel that is off [messaging.verifier.send.channel-off]', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    for (const channelType of ['VIBER', 'TELEGRAM_GATEWAY', 'NOWHERE'])
      expect((await verifier.send(PHONE, { channelType })).body).toMatchObject({ error: { code: 4000 } });
  });

  test.each([
    ['no number', 'call me'],
    ['a landline', '74951234567'],
    ['another country', '4915112345678'],
    ['Kazakhstan', '77011234567'],
    ['an unassigned range', '79400000000'],
  ])('is not sent to %s', async (_what, destination) => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const reply = await verifier.send(destination);
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  });

  test('costs money, and without it is refused [messaging.verifier.send.no-money]', async () => {
    const account = await givenShop({ balance: 0 });
    const verifier = await givenVerifier(cell(), account);
    const reply = await verifier.send();
    expect([reply.status, reply.body]).toEqual([402, { error: { code: 4020, msg: 'Insufficient funds' } }]);
    // What was refused counts nothing.
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
  test('of the right code confirms, once [messaging.verifier.check.confirmed messaging.verifier.check.once]', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    expect(await verifier.check(uuid, `${code.slice(0, 2)} ${code.slice(2)}`)).toBe('CONFIRMED');
    expect(await verifier.check(uuid, code)).toBe('EXPIRED');
  });

  test('of a wrong code says so, and the right one still counts [messaging.verifier.check.wrong-code]', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    expect(await verifier.check(uuid, wrong(code))).toBe('WRONG_CODE');
    expect(await verifier.check(uuid, `${code}0`)).toBe('WRONG_CODE');
    expect(await verifier.check(uuid, code)).toBe('CONFIRMED');
  });

  test('comes too late after the lifetime or too many checks [messaging.verifier.check.expired]', async () => {
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

  test('of an unknown or foreign id finds nothing [messaging.verifier.check.not-found]', async () => {
    const verifier = await givenVerifier(cell(), await givenShop());
    const foreign = await givenVerifier(cell(), await givenShop());
    const uuid = await foreign.sent();
    const code = await foreign.codeOf(uuid);
    for (const id of [randomUUID(), 'nonsense', uuid]) expect(await verifier.check(id, code)).toBe('NOT_FOUND');
    expect(await foreign.check(uuid, code)).toBe('CONFIRMED');
  });

  test('by many at once is one of as many as are allowed', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { checksMax: 3 });
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    const replies = await Promise.all(Array.from({ length: 30 }, () => verifier.check(uuid, wrong(code))));
    expect(replies.filter((status) => status === 'WRONG_CODE')).toHaveLength(3);
    expect(replies.filter((status) => status === 'EXPIRED')).toHaveLength(27);
    expect(await verifier.check(uuid, code)).toBe('EXPIRED');
  });

  test('by many at once confirms once', async () => {
    const verifier = await givenVerifier(cell(), await givenShop(), { checksMax: 10 });
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    const replies = await Promise.all(Array.from({ length: 10 }, () => verifier.check(uuid, code)));
    expect(replies.toSorted()).toEqual(['CONFIRMED', ...Array<string>(9).fill('EXPIRED')]);
  });
});

describe('keys', () => {
  test('of type VERIFIER only [messaging.auth.type.verifier]', async () => {
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
