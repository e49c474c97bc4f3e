// The order AUTO: the channel of a code is chosen by the share of entered codes.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { countFacts } from '../../../src/features/verification/plan/count-figures.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, PHONE, type Verifier } from '../../given/people/verification.ts';

const SMS = { channelType: 'SMS', senderName: 'Shop', text: 'Your code: {code}' };
const VOICE = { channelType: 'VOICECODE', senderName: 'voicecode', text: 'Your code is {code}' };
const TELEGRAM = { channelType: 'TELEGRAM_GATEWAY', senderName: 'Shop', text: 'Code {code}' };

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await sharedApi();
  account = await givenAccount(api);
  await registerName(api, account, {});
  await registerName(api, account, { channelType: 'TELEGRAM' });
  await registerName(api, account, { channelType: 'VOICECODE', senderName: 'voicecode' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => api.close());

const given = (change: object = {}) =>
  givenVerifier(api, account, { channels: [SMS, VOICE, TELEGRAM], fallback: 'AUTO', sendsPerNumber: 100, ...change });

/** Fixes chance: below 0.05 the code is a trial. */
const chance = (value: number) => vi.spyOn(Math, 'random').mockReturnValue(value);

const query = <Row>(text: string, values: readonly unknown[]) =>
  inTransaction(api.platform.db, (tx) => tx.query<Row>(text, values));

async function planOf(uuid: string): Promise<string[]> {
  const rows = await query<{ first: string; later: string[] | null }>(
    `select n.channel_type as first, p.channels as later
     from verification_messages n
     left join verification_plans p on p.verification_id = n.verification_id
     where n.verification_id = $1`,
    [uuid],
  );
  return rows.flatMap(({ first, later }) => [first, ...(later ?? [])]);
}

async function setFigures({ gatewayId }: Verifier, shares: Readonly<Record<string, number>>, operator = 'MTS') {
  await query('delete from verification_scores where profile_id = $1', [gatewayId]);
  for (const [channel, share] of Object.entries(shares))
    await query(
      `insert into verification_scores
         (profile_id, operator, channel_type, company_id, sent, entered, cost_micros, counted_at)
       values ($1, $2, $3, $4, 50, $5, 100, now())`,
      [gatewayId, operator, channel, account.companyId, 50 * share],
    );
}

const auto = (verifier: Verifier, number = PHONE, channelType = 'AUTO') => verifier.sent(number, { channelType });

covers('messaging.verifier.fallback.auto', 'messaging.verifier.send.auto');
test('a code goes over the listed channels until there are figures, then over the best ones first', async () => {
  chance(0.5);
  const verifier = await given();
  expect(await planOf(await auto(verifier))).toEqual(['SMS', 'VOICECODE', 'TELEGRAM_GATEWAY']);
  await setFigures(verifier, { SMS: 0.3, VOICECODE: 0.8, TELEGRAM_GATEWAY: 0.6 });
  expect(await planOf(await auto(verifier))).toEqual(['VOICECODE', 'TELEGRAM_GATEWAY', 'SMS']);
});

test('figures of another operator do not count', async () => {
  chance(0.5);
  const verifier = await given();
  await setFigures(verifier, { SMS: 0.3, VOICECODE: 0.8 }, 'BEELINE');
  expect((await planOf(await auto(verifier)))[0]).toBe('SMS');
});

test('a requested channel goes first, the others follow by conversion', async () => {
  chance(0.5);
  const verifier = await given();
  await setFigures(verifier, { SMS: 0.6, VOICECODE: 0.3, TELEGRAM_GATEWAY: 0.8 });
  const uuid = await auto(verifier, PHONE, 'VOICECODE');
  expect(await planOf(uuid)).toEqual(['VOICECODE', 'TELEGRAM_GATEWAY', 'SMS']);
});

test('a trial goes over another channel than the best one', async () => {
  chance(0.01);
  const verifier = await given();
  await setFigures(verifier, { SMS: 0.8, VOICECODE: 0.3, TELEGRAM_GATEWAY: 0.7 });
  expect((await planOf(await auto(verifier)))[0]).toBe('TELEGRAM_GATEWAY');
});

test('without a fallback AUTO sends one message over the best channel', async () => {
  chance(0.5);
  const verifier = await given({ fallback: 'NONE' });
  await setFigures(verifier, { SMS: 0.3, VOICECODE: 0.8 });
  expect(await planOf(await auto(verifier))).toEqual(['VOICECODE']);
});

test('with the fallback LISTED AUTO is the first channel of the list', async () => {
  const verifier = await given({ fallback: 'LISTED' });
  await setFigures(verifier, { SMS: 0.3, VOICECODE: 0.8 });
  expect(await planOf(await auto(verifier))).toEqual(['SMS', 'VOICECODE', 'TELEGRAM_GATEWAY']);
});

test('a channel with an unusable sender name is passed over', async () => {
  chance(0.5);
  const verifier = await given({ channels: [{ ...TELEGRAM, senderName: 'Unknown' }, VOICE] });
  expect(await planOf(await auto(verifier))).toEqual(['VOICECODE']);
});

test('a code is refused as before when every channel is refused', async () => {
  const verifier = await given({ channels: [{ ...TELEGRAM, senderName: 'Unknown' }] });
  const byAuto = await verifier.send(PHONE, { channelType: 'AUTO' });
  const byName = await verifier.send(PHONE, { channelType: 'TELEGRAM_GATEWAY' });
  expect(byName.status).toBeGreaterThanOrEqual(400);
  expect([byAuto.status, byAuto.body]).toEqual([byName.status, byName.body]);
});

test('only calls are planned for a landline', async () => {
  chance(0.5);
  const verifier = await given();
  expect(await planOf(await auto(verifier, '74951234567'))).toEqual(['VOICECODE']);
});

test('codes sent and entered become figures of their channel', async () => {
  chance(0.5);
  const verifier = await given();
  for (let at = 0; at < 6; at += 1) {
    const uuid = await auto(verifier);
    if (at % 2 === 0) expect(await verifier.check(uuid, await verifier.codeOf(uuid))).toBe('CONFIRMED');
  }
  while (await countFacts(api.platform));
  const figures = await query<Record<string, unknown>>(
    `select operator, channel_type as channel, round(sent) as sent, round(entered) as entered, cost_micros > 0 as paid
     from verification_scores
     where profile_id = $1`,
    [verifier.gatewayId],
  );
  expect(figures).toEqual([{ operator: 'MTS', channel: 'SMS', sent: 6, entered: 3, paid: true }]);
  const days = await query<Record<string, unknown>>(
    'select sent, entered, expired from verification_conversions where profile_id = $1',
    [verifier.gatewayId],
  );
  expect(days).toEqual([{ sent: 6, entered: 3, expired: 0 }]);
});
