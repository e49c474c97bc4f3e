// Two hundred countries, each closed, open without a price, and priced, on every endpoint that takes a number.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { setPriceList } from '../../../src/features/access/partners.ts';
import { auditMoney } from '../../../src/features/settlement/audit/audit.ts';
import { createPriceList } from '../../../src/features/tariffs/publish-prices.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { type Api, givenApi, givenCompany } from '../../given/api.ts';
import { numbersAbroad, openCountriesFor, priceCountries } from '../../given/destinations.ts';
import { type Console, givenPartnerUser } from '../../given/people/console.ts';
import { givenSeller, NAME, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { givenVerifier, givenWidget } from '../../given/people/verification.ts';
import { changeCompany } from '../../given/rows/companies.ts';

const GROUP = 8;
const PRICE = 7.25;
const CLOSED = ERROR.destinationRestricted;
const BAD_NUMBER = ERROR.numberUnusable;
const countries = numbersAbroad.map(({ country }) => country);
const destinations = numbersAbroad.map(({ destination }) => destination);
/** For calls that take one number each: every endpoint asks the same rule about a country. */
const fewAbroad = numbersAbroad.filter((_, at) => at % 10 === 0);
const fewDestinations = fewAbroad.map(({ destination }) => destination);

type Place = { readonly seller: Seller; readonly senderId: number; readonly user: Console };

let api: Api;
let closed: Place;
let unpriced: Place;
let priced: Place;

beforeAll(async () => {
  api = await givenApi({ testMode: true });
  [closed, unpriced, priced] = [await givenPlace(), await givenPlace(), await givenPlace()];
  await openCountriesFor(api, unpriced.seller.partnerId, ['*']);
  await openCountriesFor(api, priced.seller.partnerId, ['RU', ...countries]);
  const { id } = await inTransaction(api.platform.db, (tx) => createPriceList(tx, 'World'));
  await priceCountries(api, PRICE, { countries, priceListId: id });
  await inTransaction(api.platform.db, (tx) => setPriceList(tx, priced.seller.partnerId, id));
});
afterAll(async () => {
  expect(await auditMoney(api.platform)).toEqual([]);
  await api.close();
});

async function givenPlace(): Promise<Place> {
  const partner = await api.givenPartner();
  const company = { ...partner, companyId: await givenCompany(api, partner.token) };
  const seller = await givenSeller(api, { brands: [], company });
  const senderId = await registerName(api, seller, { senderName: NAME });
  return { seller, senderId, user: await givenPartnerUser(api, { partner }) };
}

const dispatchTo = async ({ seller, senderId }: Place, numbers: readonly string[], change: object = {}) => {
  const draft = { companyId: seller.companyId, name: 'World', senderIds: [senderId], channelType: 'SMS', text: 'Hi' };
  const messages = numbers.map((destination) => ({ destination }));
  const { body } = await api.call('POST', '/dispatches', {
    token: seller.token,
    body: { ...draft, messages, ...change },
  });
  return body as {
    id: number;
    success: number;
    priceEstimate: { total: number };
    rejected: { destination: string; errorCode: number; msg: string }[];
  };
};

test('the test has two hundred countries', () => {
  expect(countries.length).toBeGreaterThanOrEqual(200);
});

describe.each([
  ['closed', () => closed],
  ['open without a price', () => unpriced],
] as const)('a country that is %s', (_state, place) => {
  covers('dispatch.created.rejected.country');
  test('is rejected with 455 by the partner API', async () => {
    const made = await dispatchTo(place(), [...destinations, '79161230001']);
    expect(made.success).toBe(1);
    expect(made.rejected.map(({ destination, errorCode }) => [destination, errorCode])).toEqual(
      destinations.map((destination) => [destination, CLOSED]),
    );
  });

  covers('messaging.send.country.455');
  test('is accepted by the messaging API, and unsent with 455 at no cost', async () => {
    const { seller } = place();
    const before = await seller.balance();
    const results = await seller.results(...destinations.map((destination) => sms({ destination, tags: ['world'] })));
    expect(results.every(({ code }) => code === 201)).toBe(true);
    const { total, items } = await seller.list('tags=world&status=unsent&per_page=1000');
    expect(total).toBe(destinations.length);
    expect(new Set(items.map(({ errorCode }) => errorCode))).toEqual(new Set([CLOSED]));
    expect(await seller.balance()).toBe(before);
  });

  test('is answered with 455 by a dispatch of the messaging API', async () => {
    const { seller } = place();
    const draft = { dispatchName: 'World', channelType: 'SMS', senderName: NAME, content: 'Hi' };
    const { dispatchId } = (await seller.ask('POST', '/dispatch', draft)).body as { dispatchId: number };
    const recipients = destinations.map((destination) => ({ destination }));
    const { body } = await seller.ask('POST', `/dispatch/${dispatchId}/messages`, recipients);
    expect(body).toEqual(destinations.map((destination) => ({ destination, errorCode: CLOSED })));
  });

  test('is left out of the estimate of the wizard', async () => {
    const { seller, senderId, user } = place();
    const { body } = await user.post('/estimate', {
      companyId: seller.companyId,
      senderIds: [senderId],
      channelType: 'SMS',
      text: 'Hi',
      messages: destinations.map((destination) => ({ destination })),
    });
    const count = destinations.length;
    expect(body).toMatchObject({
      groups: [],
      refused: [{ errorCode: CLOSED, count, classes: [{ numberClass: 'foreign', count }] }],
    });
  });

  covers('messaging.verifier.send.country');
  test('gets no code, with the reason country', async () => {
    const { seller } = place();
    const verifier = await givenVerifier(api, seller, { countries: ['RU', ...countries] });
    const replies = await inGroups(fewDestinations, (destination) => verifier.send(destination));
    const refusal = [400, { error: { code: 4000, details: [{ field: 'destination', code: 'country' }] } }];
    for (const { status, body } of replies) expect([status, body]).toMatchObject(refusal);
    const widget = await givenWidget(api, seller, { gatewayId: verifier.gatewayId, captchaType: 'NONE' });
    const { status, body } = await widget.open({ destination: destinations[0] });
    expect([status, body]).toMatchObject(refusal);
  });
});

/** A few at a time: the database of a test has few connections. */
async function inGroups<Item, Result>(items: readonly Item[], ask: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += GROUP)
    results.push(...(await Promise.all(items.slice(at, at + GROUP).map(ask))));
  return results;
}

describe('a country that is priced', () => {
  test('is accepted by the partner API at its price', async () => {
    const made = await dispatchTo(priced, destinations);
    expect(made.rejected).toEqual([]);
    expect(made.priceEstimate.total).toBe(PRICE * destinations.length);
  });

  test('is accepted by the messaging API at its price, and found by its country', async () => {
    const { seller } = priced;
    const before = await seller.balance();
    const results = await seller.results(...destinations.map((destination) => sms({ destination, tags: ['world'] })));
    expect(results.every(({ code }) => code === 201)).toBe(true);
    expect(await seller.balance()).toBeCloseTo(before - PRICE * destinations.length, 2);
    const wrong: string[] = [];
    for (const { country } of fewAbroad) {
      const found = await seller.ids(`tags=world&country_code=${country}`);
      const own = results[countries.indexOf(country)]?.messageUuid ?? '';
      if (!found.includes(own) || (country !== 'GB' && found.length !== 1)) wrong.push(country);
    }
    expect(wrong).toEqual([]);
  });

  test('is in the estimate of the wizard at its price', async () => {
    const { seller, senderId, user } = priced;
    const { body } = await user.post('/estimate', {
      companyId: seller.companyId,
      senderIds: [senderId],
      channelType: 'SMS',
      text: 'Hi',
      messages: destinations.map((destination) => ({ destination })),
    });
    expect(body).toMatchObject({ refused: [] });
    expect((body as { groups: { tariffId: number }[] }).groups).toHaveLength(countries.length);
  });

  test('gets a code', async () => {
    const verifier = await givenVerifier(api, priced.seller, { countries: ['RU', ...countries] });
    const replies = await inGroups(fewDestinations, (destination) => verifier.send(destination));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    const widget = await givenWidget(api, priced.seller, { gatewayId: verifier.gatewayId, captchaType: 'NONE' });
    expect((await widget.open({ destination: destinations[0] })).status).toBe(201);
  });
});

describe('numbers that cannot get texts', () => {
  const UNREACHED = {
    'a landline': '74951234567',
    'a toll-free number': '88001234567',
    'a premium number': '78095551234',
    'a landline abroad': '442079460958',
    'a number of no country': '71234567890',
    'a satellite phone of no country': '881612345678',
  };

  covers('dispatch.created.rejected.landline');
  test.each(Object.entries(UNREACHED))('%s are refused with 7401 on SMS and messengers', async (_what, destination) => {
    const { seller } = priced;
    expect((await dispatchTo(priced, [destination])).rejected).toMatchObject([{ errorCode: BAD_NUMBER }]);
    await registerName(api, seller, { senderName: `V${destination}`, channelType: 'VIBER' });
    const viber = {
      channelType: 'VIBER',
      senderName: `V${destination}`,
      content: { contentType: 'text', text: 'Hi' },
    };
    expect(await seller.results(sms({ destination }), sms({ destination, ...viber }))).toMatchObject([
      { code: 400, errorCode: BAD_NUMBER },
      { code: 400, errorCode: BAD_NUMBER },
    ]);
  });

  test('a call reaches a landline', async () => {
    const call = { channelType: 'VOICECODE', senderName: 'voicecode', content: 'Your code is 1234' };
    expect(await priced.seller.results(sms({ destination: '74951234567', ...call }))).toMatchObject([{ code: 201 }]);
  });

  test('a number that may be mobile passes', async () => {
    const destination = '12025550123';
    expect(await priced.seller.results(sms({ destination }))).toMatchObject([{ code: 201 }]);
  });
});

test('numbers of the sandbox are Russian', async () => {
  const uuid = await closed.seller.sendOne({ destination: '70001000000' });
  expect(await closed.seller.message(uuid)).toMatchObject({ country: 'Russia', status: 'sending' });
});

test("a company's own list of countries overrides that of the partner", async () => {
  const { seller } = unpriced;
  const kazakh = '77012345678';
  const company = (allowedCountries: string[] | null) => changeCompany(api, seller.companyId, { allowedCountries });
  await company(['RU']);
  expect((await dispatchTo(unpriced, [kazakh])).rejected[0]?.msg).toMatch(/KZ is not open/);
  await company(null);
  expect((await dispatchTo(unpriced, [kazakh])).rejected[0]?.msg).toMatch(/no price/);
});
