// A verification from its request to its end, as the account that requested it sees it.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { openContent } from '../../../src/features/messages/sealed-content.ts';
import { insertVerificationMessage } from '../../../src/features/verification/codes/verification-messages.sql.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { useCell } from '../../given/cell.ts';
import { textAt } from '../../given/http-client.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, givenWidget, PHONE, type Verifier, wrong } from '../../given/people/verification.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ workers: ['recorder', 'connector', 'pacer', 'clock'] });

let account: Account;
let verifier: Verifier;
beforeAll(async () => {
  await cell().link('mts');
  account = await givenAccount(cell(), {});
  await registerName(cell(), account, {});
  verifier = await givenVerifier(cell(), account, { sendsPerNumber: 100 });
});

const get = (uuid: string, of: Account = account) => of.ask('GET', `/verifier/${uuid}`, undefined, 'VERIFIER');
const cancel = (uuid: string, of: Account = account) =>
  of.ask('POST', `/verifier/${uuid}/cancel`, undefined, 'VERIFIER');
const shown = async (uuid: string) => (await get(uuid)).body as Record<string, unknown>; // checked against the contract by the client

const untilDelivered = (uuid: string) =>
  until('the code is delivered', async () => {
    const body = await shown(uuid);
    return body['delivery'] === 'delivered' && body;
  });

const contentOf = async (uuid: string) => {
  const [row] = await cell().sql<{ sealed: string; parts: number; shown: string }>(
    `select c.sealed, m.parts, m.text as shown
     from verifications v
     join messages m on m.id = v.message_uuid
     join message_codes c on c.message_id = m.id
     where v.id = $1`,
    [uuid],
  );
  return { ...openContent(cell().platform.secrets, row?.sealed ?? ''), parts: row?.parts, shown: row?.shown };
};

describe('GET /verifier/{uuid}', () => {
  covers('messaging.verifier.get', 'messaging.verifier.send.external-id');
  test('answers the facts of a delivered code', async () => {
    const uuid = await verifier.sent(PHONE, { externalMessageId: 'sign-in-1' });
    const body = await untilDelivered(uuid);
    const [step] = body['steps'] as unknown[]; // checked against the contract by the client
    const messageUuid = textAt(step, 'messageUuid');
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(body).toEqual({
      uuid,
      status: 'PENDING',
      channelType: 'SMS',
      delivery: 'delivered',
      attemptsLeft: 5,
      price: { totalPrice: expect.any(Number), currency: 'RUB', final: true },
      createdAt,
      expiresAt: createdAt,
      externalMessageId: 'sign-in-1',
      steps: [{ channelType: 'SMS', messageUuid, delivery: 'delivered', at: createdAt }],
    });
    const { body: message } = await account.ask('GET', `/message/${messageUuid}`);
    expect(message).toMatchObject({
      externalMessageId: 'sign-in-1',
      price: { totalPrice: (body['price'] as { totalPrice: number }).totalPrice }, // a member of the body above
    });
    expect(Date.parse(String(body['expiresAt'])) - Date.parse(String(body['createdAt']))).toBe(600_000);
  });

  covers('messaging.verifier.get.status');
  test('names each status', async () => {
    const open = await verifier.sent();
    const confirmed = await verifier.sent();
    await verifier.check(confirmed, await verifier.codeOf(confirmed));
    const exhausted = await verifier.sent();
    const code = await verifier.codeOf(exhausted);
    for (let check = 0; check < 5; check += 1) await verifier.check(exhausted, wrong(code));
    const cancelled = await verifier.sent();
    await cancel(cancelled);
    const ids = [open, confirmed, exhausted, cancelled];
    const statuses = async () => Promise.all(ids.map(async (id) => (await shown(id))['status']));
    expect(await statuses()).toEqual(['PENDING', 'CONFIRMED', 'EXPIRED', 'CANCELLED']);
    expect(await shown(confirmed)).toMatchObject({ confirmedAt: expect.any(String), attemptsLeft: 0 });
    await cell().advance(601);
    expect(await statuses()).toEqual(['EXPIRED', 'CONFIRMED', 'EXPIRED', 'CANCELLED']);
  });

  test('counts the checks that are left', async () => {
    const uuid = await verifier.sent();
    await verifier.check(uuid, wrong(await verifier.codeOf(uuid)));
    expect(await shown(uuid)).toMatchObject({ status: 'PENDING', attemptsLeft: 4 });
  });

  covers('messaging.verifier.get.not-found');
  test('of an unknown or foreign verification answers 404', async () => {
    const stranger = await givenAccount(cell(), {});
    const uuid = await verifier.sent();
    const tries = [get(randomUUID()), get('nonsense'), get(uuid, stranger), cancel(uuid, stranger)];
    for (const { status, body } of await Promise.all(tries))
      expect([status, body]).toMatchObject([404, { error: { code: 4040 } }]);
    expect(await shown(uuid)).toMatchObject({ status: 'PENDING' });
  });
});

describe('a cancelled verification', () => {
  covers('messaging.verifier.cancel', 'messaging.verifier.cancel.repeat');
  test('answers CANCELLED each time, and EXPIRED to its right code', async () => {
    const uuid = await verifier.sent();
    const code = await verifier.codeOf(uuid);
    for (let time = 0; time < 2; time += 1) {
      const reply = await cancel(uuid);
      expect([reply.status, reply.body]).toEqual([200, { status: 'CANCELLED' }]);
    }
    expect(await verifier.check(uuid, code)).toBe('EXPIRED');
    await expect(verifier.codeOf(uuid)).rejects.toThrow('has no code');
  });

  test('that was confirmed before stays confirmed', async () => {
    const uuid = await verifier.sent();
    await verifier.check(uuid, await verifier.codeOf(uuid));
    expect((await cancel(uuid)).body).toEqual({ status: 'CONFIRMED' });
    expect(await shown(uuid)).toMatchObject({ status: 'CONFIRMED' });
  });

  covers('messaging.verifier.cancel.unsent');
  test('never sends a message that was not handed over, and pays nothing for it', async () => {
    const { operators } = cell();
    await operators.behave('mts', { bindStatus: 13 });
    await operators.cut('mts');
    await until('the link is down', async () => {
      const [row] = await cell().sql<{ bound: boolean }>(`select bound from operator_links where name = 'mts'`);
      return row?.bound === false;
    });
    const [unsent, later] = ['79161230077', '79161230078']; // numbers that no other test of this file sends to
    const uuid = await verifier.sent(unsent);
    expect((await cancel(uuid)).body).toEqual({ status: 'CANCELLED' });
    expect(await shown(uuid)).toMatchObject({ delivery: 'undelivered', price: { totalPrice: 0, final: true } });
    await operators.behave('mts', { bindStatus: 0 });
    await cell().link('mts');
    await untilDelivered(await verifier.sent(later));
    const numbers = (await operators.received('mts')).map(({ destination }) => destination);
    expect([numbers.includes(unsent), numbers.includes(later)]).toEqual([false, true]);
  });
});

describe('the text of a code', () => {
  covers('messaging.verifier.send.language');
  test.each([
    [null, undefined, 'Code '],
    ['en', undefined, 'Your code: '],
    ['en', 'ru', 'Ваш код: '],
    ['en', 'kk', 'Code '],
  ])('for a profile in %s and a request in %s begins with "%s"', async (language, wanted, begin) => {
    const channel = { channelType: 'SMS', senderName: 'Shop', text: 'Code {code}' };
    const texts = { en: 'Your code: {code}', ru: 'Ваш код: {code}' };
    const speaking = await givenVerifier(cell(), account, {
      language,
      channels: [{ ...channel, texts }],
    });
    const uuid = await speaking.sent(PHONE, wanted === undefined ? {} : { language: wanted });
    const { code, text, shown: masked } = await contentOf(uuid);
    expect([text, masked]).toEqual([`${begin}${code}`, `${begin}••••`]);
  });
});

covers('messaging.verifier.send.bound');
test('the SMS of a widget ends with its site, which counts in its parts; no other code names a site', async () => {
  const channels = [{ channelType: 'SMS', senderName: 'Shop', text: `${'x'.repeat(140)} {code}` }];
  const bound = await givenVerifier(cell(), account, { bindToSite: true, channels });
  const { gatewayId } = bound;
  const widget = await givenWidget(cell(), account, { gatewayId, captchaType: 'NONE' });
  const key = await widget.begun();
  expect((await account.ask('POST', '/verifier/widget/send', { key }, 'VERIFIER')).status).toBe(200);
  const [session] = await cell().sql<{ id: string }>(
    'select verification_id as id from widget_sessions where key_digest = sha256($1::bytea)',
    [Buffer.from(key)],
  );
  const { code, text, parts, shown: masked } = await contentOf(session?.id ?? '');
  const line = (digits: string) => `${'x'.repeat(140)} ${digits}\n@shop.example #${digits}`;
  expect([text, masked, parts]).toEqual([line(code), line('••••'), 2]);
  expect(await contentOf(await bound.sent())).toMatchObject({ parts: 1, text: expect.not.stringContaining('@') });
});

covers('messaging.verifier.send.auto');
test('channelType AUTO sends over a channel of the profile and answers the same', async () => {
  const reply = await verifier.send(PHONE, { channelType: 'AUTO' });
  expect([reply.status, Object.keys(reply.body as object)]).toEqual([200, ['uuid']]);
  expect(await shown(textAt(reply.body, 'uuid'))).toMatchObject({ channelType: 'SMS' });
});

covers('messaging.verifier.check.any-message');
test('the code of every message of a verification is right, and wrong codes count together', async () => {
  const { platform } = cell();
  const withDigits = async () => {
    const uuid = await verifier.sent();
    const codeMac = platform.secrets.mac(`code ${uuid} 0042`);
    const message = {
      position: 1,
      messageUuid: randomUUID(),
      channelType: 'FLASHCALL',
      codeMac,
      codeLength: 4,
    } as const;
    await inTransaction(platform.db, (tx) =>
      insertVerificationMessage(tx, { ...message, verificationId: uuid, companyId: account.companyId }),
    );
    return { uuid, code: await verifier.codeOf(uuid) };
  };
  const [first, second, third] = [await withDigits(), await withDigits(), await withDigits()];
  expect(await verifier.check(first.uuid, first.code)).toBe('CONFIRMED');
  expect(await verifier.check(first.uuid, '0042')).toBe('EXPIRED');
  expect(await verifier.check(second.uuid, '0042')).toBe('CONFIRMED');
  for (let check = 0; check < 5; check += 1)
    expect(await verifier.check(third.uuid, check % 2 === 0 ? '0043' : wrong(third.code))).toBe('WRONG_CODE');
  expect(await verifier.check(third.uuid, '0042')).toBe('EXPIRED');
});

test.each([{ language: 'fr' }, { externalMessageId: '' }, { callbackUrl: 'ftp://shop.example/' }])(
  'a send with %j is refused',
  async (change) => {
    expect((await verifier.send(PHONE, change)).body).toMatchObject({ error: { code: 4000 } });
  },
);
