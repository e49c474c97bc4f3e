// The traffic type of a message: by its template, for its price and its priority in the queue.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useSharedCell } from '../../given/cell.ts';
import { numberAt } from '../../given/http-client.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { recipients } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useSharedCell();
let seller: Seller;
let senderId: number;
let templateId: number;

beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell(), { brands: [] });
  senderId = await registerName(cell(), seller, {});
  const template = {
    channelType: 'SMS',
    templateType: 'AUTHORIZE',
    pattern: 'Code %d',
    senderNameId: senderId,
    dateFrom: '2024-07-01T00:00:00Z',
  };
  const reply = await seller.ask('POST', '/templates', template, 'SYSTEM');
  templateId = numberAt(reply.body, 'id');
});

describe('a text of an authorization template', () => {
  covers(
    'messaging.send.param.trafficType.derived',
    'messaging.send.param.trafficType.authorize',
    'messaging.object.templateId',
    'messaging.list.filter.template_id',
    'messaging.version.v9',
  );
  test('is AUTHORIZE even if the request does not say so, and is priced so', async () => {
    const before = await seller.balance();
    const uuid = await seller.sendOne({ content: 'Code 123456' });
    expect(await seller.message(uuid)).toMatchObject({ trafficType: 'AUTHORIZE', templateId });
    expect(await seller.balance()).toBeCloseTo(before - 1.7, 2);
    expect(await seller.ids(`template_id=${templateId}`)).toEqual([uuid]);
  });

  covers('messaging.send.param.trafficType.price-derived', 'messaging.send.param.trafficType.returned');
  test('is priced as AUTHORIZE whatever type the request names', async () => {
    const before = await seller.balance();
    const uuid = await seller.sendOne({ content: 'Code 654321', trafficType: 'PROMO' });
    expect(await seller.message(uuid)).toMatchObject({ trafficType: 'PROMO', templateId });
    expect(await seller.balance()).toBeCloseTo(before - 1.7, 2);
  });

  covers('messaging.send.param.trafficType.promo');
  test('must match as a whole: a longer text is advertising', async () => {
    const uuid = await seller.sendOne({ content: 'Code 123456 and a discount' });
    expect(await seller.message(uuid)).toMatchObject({ trafficType: 'PROMO' });
  });

  covers('messaging.send.lane.urgent');
  test('overtakes waiting advertising on the same link', async () => {
    await cell().link('mts', { rate: 20 });
    const dispatch = {
      companyId: seller.companyId,
      name: 'Sale',
      senderIds: [senderId],
      channelType: 'SMS',
      text: 'Minus 20 %',
      messages: recipients(400, 79_161_240_000),
    };
    const { body } = await cell().call('POST', '/dispatches', { token: seller.token, body: dispatch });
    const id = numberAt(body, 'id');
    const sent = async (text: string) =>
      (await cell().operators.received('mts')).filter((received) => received.text === text).length;
    await cell().call('POST', `/dispatches/${id}/start`, { token: seller.token });
    await until('advertising is being sent', async () => (await sent('Minus 20 %')) > 10);
    const before = await sent('Minus 20 %');
    await seller.results(sms({ content: 'Code 777777', destination: '79161239999' }));
    await until('the code has arrived', async () => (await sent('Code 777777')) === 1);
    // At 20 per second the rest of the advertising would take more than 15 seconds.
    expect((await sent('Minus 20 %')) - before).toBeLessThan(100);
    await cell().call('POST', `/dispatches/${id}/stop`, { token: seller.token });
    await cell().link('mts');
  });
});

covers('messaging.error-code.456');
test('a number without an operator is unsent with 456', async () => {
  const uuid = await seller.sendOne({ destination: '79010600000' });
  expect(await seller.message(uuid)).toMatchObject({ status: 'unsent', errorCode: 456, price: { totalPrice: 0 } });
});
