// Money of single messages: short money, two wallets, and prices that depend on volume.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { advanceCascades } from '../../src/features/cascades/advance-cascades.ts';
import { topUpWallet } from '../../src/features/ledger/wallets.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { failMessages } from '../../src/features/settlement/fail-messages.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenSeller, registerName, type Seller, sms } from '../given/people/seller.ts';
import { changeCompany, changeVolume } from '../given/rows/companies.ts';
import { whileCopiesFail } from '../given/rows/faults.ts';
import { givenDownLink } from '../given/rows/links.ts';

let api: Api;
beforeAll(async () => {
  api = await givenApi({ databasePool: 8 });
  await givenDownLink(api, { ratePerSecond: 1_000 });
});
afterEach(async () => expect(await auditMoney(api.platform)).toEqual([]));
afterAll(() => api.close());

const micros = (amount: number) => BigInt(amount * 1_000_000);
const many = (count: number, change: object = {}) =>
  Array.from({ length: count }, (_, at) => sms({ destination: String(79_161_230_000 + at), ...change }));
const codes = async (seller: Seller, items: readonly object[]) =>
  (await seller.results(...items)).map(({ code }) => code);

test('a message of a dispatch that has not started cannot be stopped: its money is not reserved yet', async () => {
  const seller = await givenSeller(api);
  const draft = { dispatchName: 'July', channelType: 'SMS', senderName: 'Shop', content: 'Hi' };
  const dispatchId = numberAt((await seller.ask('POST', '/dispatch', draft)).body, 'dispatchId');
  const added = await seller.ask('POST', `/dispatch/${dispatchId}/messages`, [
    { destination: '79161230001' },
    { destination: '79161230002' },
  ]);
  const [first] = added.body as { messageUuid: string }[];
  const stopped = await seller.ask('POST', '/message/stop', { uuids: [first?.messageUuid] });
  expect([stopped.status, stopped.body]).toEqual([
    200,
    { errors: true, items: [{ messageUuid: first?.messageUuid, code: 403 }] },
  ]);
  expect((await seller.ask('POST', `/dispatch/${dispatchId}/start`)).status).toBe(200);
});

test('a wallet in another currency has its own ledger', async () => {
  const seller = await givenSeller(api);
  const cause = { person: 'test', reason: 'another currency' };
  await inTransaction(api.platform.db, (tx) =>
    topUpWallet(tx, { companyId: seller.companyId, currency: 'USD' }, micros(5), cause),
  );
  await seller.sendOne();
  expect(await auditMoney(api.platform)).toEqual([]);
});

test('cascade steps of an account that cannot be created do not delay those of another account', async () => {
  const [broken, other] = [await givenSeller(api), await givenSeller(api)];
  const cascade = [{ channelType: 'SMS', senderName: 'Shop', content: 'Second' }];
  for (const seller of [broken, other]) {
    await registerName(api, seller, { channelType: 'VIBER' });
    const uuid = await seller.sendOne({ channelType: 'VIBER', cascade });
    await inTransaction(api.platform.db, (tx) => failMessages(tx, [{ id: uuid, errorCode: ERROR.subscriberAbsent }]));
  }
  await whileCopiesFail(api, broken.companyId, async () => {
    while (await advanceCascades(api.platform));
  });
  const { items } = await other.list('root=false');
  expect(items.map(({ content }) => content)).toEqual(['Second']);
});

describe('prices that depend on volume', () => {
  const publish = (model: 'SCALED' | 'MAU', brand: string, steps: readonly (readonly [number, number, number?])[]) =>
    inTransaction(api.platform.db, (tx) =>
      publishTariff(tx, {
        priceListId: 1,
        senderType: 'START',
        brand: brand as 'MTS',
        currency: 'RUB',
        pricingModel: model,
        prices: steps.map(([from, price, batch]) => ({
          from,
          priceMicros: micros(price),
          priceMauBatchMicros: batch === undefined ? null : micros(batch),
        })),
      }),
    );

  const setVolume = ({ companyId }: Seller, count: number) => changeVolume(api, companyId, count);

  test('accept the messages that the money suffices for and refuse the others one by one, at the listed price', async () => {
    const seller = await givenSeller(api, { balance: 50 });
    await publish('SCALED', 'MTS', [
      [0, 10],
      [2, 1],
    ]);
    expect(await codes(seller, many(2))).toEqual([201, 201]);
    // The counter has passed the expensive step, but the day's bucket reserves at its own price: 30 of 50 are left.
    await setVolume(seller, 2);
    const got = await codes(seller, many(5));
    await setVolume(seller, 0);
    expect(got).toEqual([201, 201, 201, 402, 402]);
  });

  test('count packages against the budget before the messages that open them', async () => {
    await publish('MAU', 'MTS', [
      [0, 1, 10],
      [3, 1, 10],
    ]);
    const seller = await givenSeller(api, { balance: 1_000 });
    await changeCompany(api, seller.companyId, { budgetMicros: micros(15) });
    expect(await codes(seller, many(5))).toEqual([201, 201, 402, 402, 402]);
  });
});
