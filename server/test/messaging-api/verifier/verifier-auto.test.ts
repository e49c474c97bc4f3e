// The order AUTO: the channel of a code is chosen by the share of entered codes.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { countFacts } from '../../../src/features/verification/plan/count-figures.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenVerifier, PHONE, type Verifier } from '../../given/people/verification.ts';
import { codeDaysOf, plannedChannels, scoresOf, setScores } from '../../given/rows/verifications.ts';

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

const planOf = (uuid: string) => plannedChannels(api, uuid);

const setFigures = ({ gatewayId }: Verifier, shares: Readonly<Record<string, number>>, operator = 'MTS') =>
  setScores(api, gatewayId, { companyId: account.companyId, operator, shares });

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
  expect(await scoresOf(api, verifier.gatewayId)).toEqual([
    { operator: 'MTS', channel: 'SMS', sent: 6, entered: 3, paid: true },
  ]);
  expect(await codeDaysOf(api, verifier.gatewayId)).toEqual([{ sent: 6, entered: 3, expired: 0 }]);
});
