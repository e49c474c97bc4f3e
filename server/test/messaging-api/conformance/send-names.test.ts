// Sender names of single messages: registered ones, the shared test name, and names under moderation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { claimSharedName } from '../../../src/features/senders/named-senders.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { approveSendersNamed, givenUnregisteredSender } from '../../given/rows/senders.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
});
afterAll(() => api.close());

describe('names', () => {
  const refused = { messageUuid: null, code: 403, errorCode: 457 };

  covers('messaging.send.name.unregistered', 'messaging.send.item.403', 'messaging.error-code.457');
  test.each(['Unheard', 'shop', 'SHOP', 'Shop ', 'SMS_PROMO'])(
    '"%s", which the account has not registered, is not available even if names are approved automatically',
    async (senderName) => {
      const before = await seller.balance();
      expect(await seller.results(sms({ senderName }), sms())).toMatchObject([refused, { code: 201 }]);
      expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
      const cascade = [{ channelType: 'SMS', senderName, content: 'Hi' }];
      expect(await seller.results(sms({ cascade }))).toMatchObject([{ code: 201 }]);
      const dispatch = { dispatchName: 'July', channelType: 'SMS', senderName, content: 'Hi' };
      const reply = await seller.ask('POST', '/dispatch', dispatch);
      expect([reply.status, valueAt(reply.body, 'error.details.0')]).toMatchObject([
        400,
        { field: 'senderName', code: senderName === 'Shop ' ? expect.any(String) : 'sender-unknown' },
      ]);
    },
  );

  test('a name with messages from the time when any name was accepted is not available either', async () => {
    await givenUnregisteredSender(api, seller.companyId, 'Before', 'SMS');
    expect(await seller.results(sms({ senderName: 'Before' }))).toMatchObject([refused]);
  });

  covers('messaging.send.name.first-use');
  test('the first use moves a name to APPROVED', async () => {
    const account = await givenSeller(api, { brands: [] });
    const id = await registerName(api, account, { senderName: 'Fresh' });
    const status = async () => (await api.call('GET', `/senders/${id}`, { token: account.token })).body;
    expect(await status()).toMatchObject({ status: expect.stringMatching(/^(DRAFT|PRE_REVIEW)$/) });
    await account.sendOne({ senderName: 'Fresh' });
    expect(await status()).toMatchObject({ status: 'APPROVED' });
  });

  covers('messaging.send.item.403');
  test('a suspended name is not available', async () => {
    const account = await givenSeller(api, { brands: [] });
    const id = await registerName(api, account, { senderName: 'Quiet' });
    await api.call('POST', `/senders/${id}/suspend`, { token: account.token });
    expect(await account.results(sms({ senderName: 'Quiet' }))).toMatchObject([refused]);
    await api.call('POST', `/senders/${id}/unsuspend`, { token: account.token });
    expect(await account.results(sms({ senderName: 'Quiet' }))).toMatchObject([{ code: 201 }]);
  });

  covers('messaging.limits.senderName-sms');
  test('a name of more than 11 characters is invalid for SMS', async () => {
    const reply = await seller.send(sms({ senderName: 'TwelveLetter' }));
    const [item] = reply.status === 200 ? (reply.body as { items: { code: number }[] }).items : [];
    expect(reply.status === 400 || item?.code === 403).toBe(true);
    await registerName(api, seller, { senderName: 'ElevenChars' });
    expect(await seller.results(sms({ senderName: 'ElevenChars' }))).toMatchObject([{ code: 201 }]);
  });
});

describe('the shared test name', () => {
  covers('messaging.send.shared-name.usable', 'messaging.version.v20', 'messaging.send.shared-name.not-listed');
  test('is usable without registration, and is not a name of the account', async () => {
    const account = await givenSeller(api, { brands: [] });
    const before = await account.balance();
    await account.sendOne({ senderName: 'sms_promo' });
    expect(await account.balance()).toBeCloseTo(before - 4.2, 2);
    const names = await api.call('GET', `/senders?companyId=${account.companyId}`, { token: account.token });
    expect(names.body).toEqual([]);
  });

  covers('messaging.send.shared-name.sms-only');
  test('is refused on other channels', async () => {
    const content = { contentType: 'text', text: 'Hi' };
    const items = await seller.results(sms({ senderName: 'sms_promo', channelType: 'VIBER', content }));
    expect(items).toMatchObject([{ code: 403, errorCode: 457 }]);
  });

  covers('messaging.send.shared-name.daily-limit');
  test('sends at most 100 messages per day', async () => {
    const account = await givenSeller(api, { brands: [] });
    const items = await account.results(...Array.from({ length: 101 }, () => sms({ senderName: 'sms_promo' })));
    expect(items.map(({ code }) => code)).toEqual([...Array(100).fill(201), 429]);
    expect(items.at(-1)).toMatchObject({ errorCode: 7429 });
    expect(await account.results(sms({ senderName: 'sms_promo' }))).toMatchObject([{ code: 429, errorCode: 7429 }]);
  });

  covers('messaging.send.shared-name.daily-limit');
  test('gives a call the rest of the quota that concurrent calls leave', async () => {
    const { companyId } = await givenSeller(api, { brands: [] });
    const take = (wanted: number, meanwhile: () => Promise<unknown> = async () => undefined) =>
      inTransaction(api.platform.db, async (tx) => {
        const taken = await claimSharedName(tx, companyId, '2026-01-01', wanted);
        await meanwhile();
        return taken;
      });
    let second: Promise<number> = Promise.resolve(0);
    const first = await take(60, async () => {
      second = take(150);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect([first, await second]).toEqual([60, 40]);
  });
});

describe('with moderated names', () => {
  let strict: Api;
  beforeAll(async () => {
    strict = await givenApi({ moderation: 'manual' });
  });
  afterAll(() => strict.close());

  covers('messaging.send.item.403', 'messaging.send.name.own-only', 'messaging.error-code.457');
  test('a name that is unknown, not approved, or of another account is not available', async () => {
    const [one, other] = [await givenSeller(strict), await givenSeller(strict, { senderName: 'Other' })];
    await approveSendersNamed(strict, 'Other');
    const refused = { messageUuid: null, code: 403, errorCode: 457 };
    expect(await one.results(sms({ senderName: 'Unheard' }), sms(), sms({ senderName: 'Other' }))).toMatchObject([
      refused,
      refused,
      refused,
    ]);
    expect(await other.results(sms({ senderName: 'Other' }))).toMatchObject([{ code: 201 }]);
  });

  covers('messaging.send.name.free', 'messaging.send.name.voicecode');
  test('channels without sender names accept any, and VOICECODE its own', async () => {
    const one = await givenSeller(strict);
    const over = (channelType: string, senderName: string) => sms({ channelType, senderName, content: '1234' });
    const items = await one.results(
      over('VK', 'Лавка на углу'),
      over('FLASHCALL', 'any'),
      over('VOICECODE', 'voicecode'),
      over('VOICECODE', 'any'),
    );
    expect(items.map(({ code, errorCode }) => [code, errorCode])).toEqual([
      [201, undefined],
      [201, undefined],
      [201, undefined],
      [403, 457],
    ]);
  });
});
