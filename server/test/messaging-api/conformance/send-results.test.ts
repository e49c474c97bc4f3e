// Results of well-formed single messages: created, or refused one by one; money, block lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { isNameStored } from '../../given/rows/senders.ts';
import { isUuid } from '../../given/value-formats.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
});
afterAll(() => api.close());

const put = (path: string, body: object, token = seller.token) => api.call('PUT', path, { token, body });

describe('results of a request', () => {
  covers(
    'messaging.send.200.items',
    'messaging.send.200.errors-true',
    'messaging.send.200.failed-item',
    'messaging.send.destination.bad',
  );
  test('are in the order of the request, with failed ones among them', async () => {
    const { status, body } = await seller.send(
      sms(),
      sms({ destination: 'nobody', externalMessageId: 'ord-2' }),
      sms({ destination: '79161230003' }),
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      errors: true,
      items: [
        { messageUuid: expect.toSatisfy(isUuid), code: 201 },
        { messageUuid: null, code: 400, errorCode: 7401, msg: expect.any(String), externalMessageId: 'ord-2' },
        { messageUuid: expect.toSatisfy(isUuid), code: 201 },
      ],
    });
  });

  covers('messaging.send.destination.bad');
  test.each(['7916', '0', '+', '00000000000', '7916123000100000', ''])(
    'name a destination %j as an invalid phone number',
    async (destination) => {
      const [item] = await seller.results(sms({ destination }));
      expect(item).toMatchObject({ messageUuid: null, code: 400, errorCode: 7401 });
    },
  );

  covers('messaging.send.destination.sandbox');
  test('refuse a sandbox number outside the sandbox, under any sender name', async () => {
    for (const change of [{}, { channelType: 'WHATSAPP', senderName: 'Nobody' }]) {
      const { status, body } = await seller.send(sms(), sms({ ...change, destination: '+7 (000) 100-00-00' }));
      expect([status, valueAt(body, 'error.code'), valueAt(body, 'error.details.0.field')]).toEqual([
        400,
        4000,
        '[1].destination',
      ]);
    }
  });

  covers('messaging.send.item.403');
  test('for an invalid name leave no row', async () => {
    const [item] = await seller.results(sms({ senderName: 'TwelveLetter' }));
    expect(item).toMatchObject({ code: 403, errorCode: 457 });
    expect(await isNameStored(api, 'TwelveLetter')).toBe(false);
  });

  covers('messaging.send.destination.normalised');
  test.each(['+7 (916) 123-00-77', '89161230077', '8 916 123 00 77'])(
    'read a destination written %j as 79161230077',
    async (destination) => {
      const uuid = await seller.sendOne({ destination });
      expect(await seller.message(uuid)).toMatchObject({ destination: '79161230077' });
    },
  );

  covers('messaging.send.param.externalMessageId.not-unique', 'messaging.list.filter.external_message_id');
  test('allow the same client id for several messages', async () => {
    const first = await seller.sendOne({ externalMessageId: 'same' });
    const second = await seller.sendOne({ externalMessageId: 'same' });
    expect((await seller.ids('external_message_id=same')).toSorted()).toEqual([first, second].toSorted());
  });
});

describe('money', () => {
  covers('messaging.send.item.402', 'messaging.send.item.partial');
  test('short money fails the message, not the request; sufficient money is spent', async () => {
    const poor = await givenSeller(api, { balance: 7 });
    const items = await poor.results(sms(), sms(), sms());
    expect(items.map(({ code, errorCode }) => [code, errorCode])).toEqual([
      [201, undefined],
      [201, undefined],
      [402, 7402],
    ]);
    expect(await poor.balance()).toBe(0.6);
  });

  covers('messaging.send.item.402');
  test('an account without money creates no message', async () => {
    const poor = await givenSeller(api, { balance: 0 });
    expect(await poor.results(sms())).toMatchObject([{ messageUuid: null, code: 402, errorCode: 7402 }]);
    expect(await poor.list()).toMatchObject({ total: 0 });
  });

  covers('messaging.send.item.402', 'messaging.limits.budget');
  test('the monthly budget limits keys as it limits dispatches', async () => {
    const bounded = await givenSeller(api);
    await put(`/company/${bounded.companyId}`, { budget: 6.4 }, bounded.token);
    const items = await bounded.results(sms(), sms(), sms());
    expect(items.map(({ code }) => code)).toEqual([201, 201, 402]);
  });

  covers('messaging.send.price.reserved');
  test('the price of a created message cannot be spent again', async () => {
    const before = await seller.balance();
    await seller.sendOne();
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
  });

  covers('messaging.send.param.trafficType.price-derived', 'messaging.send.param.trafficType.returned');
  test('the price follows the text, not the traffic type that the account names', async () => {
    const before = await seller.balance();
    const uuid = await seller.sendOne({ trafficType: 'AUTHORIZE' });
    expect(await seller.message(uuid)).toMatchObject({ trafficType: 'AUTHORIZE' });
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
  });

  covers('messaging.send.param.trafficType.promo');
  test('a text that matches no template is PROMO', async () => {
    expect(await seller.message(await seller.sendOne())).toMatchObject({ trafficType: 'PROMO' });
  });
});

describe('block lists', () => {
  const unsent = (errorCode: number) => ({ status: 'unsent', errorCode, price: { totalPrice: 0, final: true } });

  covers(
    'messaging.send.blocked.453',
    'messaging.send.blocked.free',
    'messaging.error-code.453',
    'messaging.status.unsent',
  );
  test("a message to a number on the company's list is created and unsent with 453, at no cost", async () => {
    await put('/recipients', { companyId: seller.companyId, msisdn: '79161239453', blacklist: true });
    const before = await seller.balance();
    const uuid = await seller.sendOne({ destination: '79161239453' });
    expect(await seller.message(uuid)).toMatchObject(unsent(453));
    expect(await seller.balance()).toBe(before);
  });

  covers('messaging.send.blocked.454', 'messaging.error-code.454');
  test('a message under a blocked name is created and unsent with 454', async () => {
    const admin = await givenStaff(api, 'admin');
    const blocked = await admin.ask('PUT', '/blocks/names', { name: 'Blocked', reason: 'phishing' });
    expect(blocked.status).toBe(200);
    await registerName(api, seller, { senderName: 'Blocked' });
    const uuid = await seller.sendOne({ senderName: 'Blocked' });
    expect(await seller.message(uuid)).toMatchObject(unsent(454));
  });
});
