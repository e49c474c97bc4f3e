// The same recipients as a dispatch of the partner API, a dispatch of the messaging API, single messages and in the
// number check of the partner console: every caller of the planner must choose the same sender, parts and price, or
// refuse with the same code.
import { microsFromDecimal } from '@volley/domain/money/money.ts';
import { must } from '@volley/domain/must.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { openCountriesFor, priceCountries } from '../given/destinations.ts';
import { add, create } from '../given/people/campaign.ts';
import { type Console, givenPartnerUser } from '../given/people/console.ts';
import { givenSeller, NAME, registerName, type Seller, sms } from '../given/people/seller.ts';
import { changeCompany } from '../given/rows/companies.ts';
import { type PlannedRow, plannedRows } from '../given/rows/messages.ts';

const RECIPIENTS = 200;
const BLACKLISTED = ['79161230777', '79031230777'];

type Recipient = { readonly destination: string; readonly text: string };
type Place = { readonly seller: Seller; readonly senderIds: readonly number[]; readonly user: Console };

/** A refusal has only its code. */
type Decision =
  | { readonly errorCode: number }
  | {
      readonly senderId: number;
      readonly brand: number;
      readonly parts: number;
      readonly micros: bigint;
      readonly templateId: number | null;
    };

let api: Api;
const places: Place[] = [];
beforeAll(async () => {
  api = await givenApi({ testMode: true });
  await priceCountries(api, 7.25, { countries: ['DE'] });
  places.push(await givenPlace('fallback'), await givenPlace('strict'));
});
afterAll(async () => {
  expect(await auditMoney(api.platform)).toEqual([]);
  await api.close();
});

async function givenPlace(routing: 'fallback' | 'strict'): Promise<Place> {
  const partner = await api.givenPartner();
  const company = { ...partner, companyId: await givenCompany(api, partner.token) };
  const seller = await givenSeller(api, { brands: [], company, balance: 100_000_000 });
  const senderIds: number[] = [];
  for (const change of [{ brand: 'MTS' }, { brand: 'BEELINE' }, { brand: 'MEGAFON' }])
    senderIds.push(await registerName(api, seller, change));
  const template = { channelType: 'SMS', templateType: 'AUTHORIZE', pattern: 'Code %d', senderNameId: senderIds[0] };
  await seller.ask('POST', '/templates', { ...template, dateFrom: '2024-07-01T00:00:00Z' }, 'SYSTEM');
  await openCountriesFor(api, partner.partnerId, ['RU', 'DE', 'FR']);
  await changeCompany(api, company.companyId, { routing });
  const user = await givenPartnerUser(api, { partner });
  const items = BLACKLISTED.map((msisdn) => ({ msisdn }));
  await user.post('/blacklist/import', { companyId: company.companyId, items });
  return { seller, senderIds, user };
}

const destination = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 79_000_000_000, max: 79_999_999_999 }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('79161230001', '79031230001', '79261230001', '79001230001', '8 (916) 123-00-02'),
  },
  // Sandbox numbers of every operator and of none; the last acts as blocked.
  { weight: 1, arbitrary: fc.constantFrom('70000000000', '70001000000', '70002000000', '70004000000', '70001000008') },
  // Open with a price, open without a price, closed.
  { weight: 1, arbitrary: fc.constantFrom('4915112345678', '33612345678', '77012345678') },
  { weight: 1, arbitrary: fc.constantFrom(...BLACKLISTED, '74951234567', '88005553535', '71234567890') },
);
const text = fc.oneof(
  fc.integer({ min: 1, max: 1_530 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 670 }).map((length) => 'ж'.repeat(length)),
  fc.integer({ min: 0, max: 999_999 }).map((code) => `Code ${code}`),
);
const recipients = fc.array(fc.record({ destination, text }), { minLength: RECIPIENTS, maxLength: RECIPIENTS });

const decisionOf = ({ error, senderId, brand, parts, micros, templateId }: PlannedRow): Decision =>
  error === null ? { senderId, brand, parts, micros, templateId } : { errorCode: error };

async function byPartnerDispatch({ seller, senderIds }: Place, list: readonly Recipient[]): Promise<Decision[]> {
  const { companyId, token } = seller;
  const messages = list.map(({ destination, text: customText }) => ({ destination, customText }));
  const draft = { companyId, name: 'Planned', senderIds, channelType: 'SMS', text: 'Hi', messages };
  const reply = await api.call('POST', '/dispatches', { token, body: draft });
  expect(reply.status, reply.text).toBe(200);
  // The client has checked the reply against the contract.
  const { id, rejected } = reply.body as { id: number; rejected: { index: number; errorCode: number }[] };
  const codes = new Map(rejected.map(({ index, errorCode }) => [index, errorCode]));
  const rows = (await plannedRows(api, { dispatchId: id })).values();
  return list.map((_, at) => {
    const errorCode = codes.get(at);
    return errorCode === undefined ? decisionOf(next(rows)) : { errorCode };
  });
}

async function byMessagingDispatch({ seller }: Place, list: readonly Recipient[]): Promise<Decision[]> {
  const id = await create(seller, { senderName: NAME });
  const items = list.map(({ destination, text: customText }) => ({ destination, customText }));
  const added = await add(seller, id, items);
  const rows = (await plannedRows(api, { dispatchId: id })).values();
  return added.map(({ errorCode }) => (errorCode === undefined ? decisionOf(next(rows)) : { errorCode }));
}

/** Messages that fail immediately are decided by the error of their row. */
async function bySingleSends({ seller }: Place, list: readonly Recipient[]): Promise<Decision[]> {
  const results = await seller.results(
    ...list.map(({ destination, text: content }) => sms({ senderName: NAME, destination, content })),
  );
  const ids = results.flatMap(({ messageUuid }) => messageUuid ?? []);
  const rows = new Map((await plannedRows(api, { ids })).map((row) => [row.id, row]));
  return results.map(({ messageUuid, errorCode }) => {
    const row = messageUuid === null ? undefined : rows.get(messageUuid);
    if (row !== undefined) return decisionOf(row);
    if (errorCode === undefined) throw new Error(`message ${messageUuid} has neither a row nor an error code`);
    return { errorCode };
  });
}

const RESTRICTED: readonly number[] = [ERROR.numberBlocked, ERROR.destinationRestricted, ERROR.numberUnknown];

/** Single messages fail later for a restricted number: the answer reports a name without a sender for it first. */
const isNameFirst = (dispatched: Decision, sent: Decision | undefined) =>
  sent !== undefined &&
  'errorCode' in sent &&
  sent.errorCode === ERROR.senderUnavailable &&
  'errorCode' in dispatched &&
  RESTRICTED.includes(dispatched.errorCode);

type Checked = {
  readonly errorCode: number | null;
  readonly sender: { readonly id: number } | null;
  readonly price: { readonly value: number } | null;
};

/** The check plans one part without a template. */
async function byNumberCheck({ seller, user }: Place, list: readonly Recipient[]) {
  const numbers = list.map(({ destination }) => destination);
  const reply = await user.post('/tools/numbers', { numbers, companyId: seller.companyId, senderName: NAME });
  expect(reply.status, reply.text).toBe(200);
  const { items } = reply.body as { items: readonly Checked[] }; // checked against the contract by the client
  return items.map(({ errorCode, sender, price }) =>
    errorCode === null ? { senderId: sender?.id, partMicros: price && microsFromDecimal(price.value) } : { errorCode },
  );
}

/** A planned message in the words of the number check. */
const asChecked = (decision: Decision) =>
  'errorCode' in decision
    ? decision
    : { senderId: decision.senderId, partMicros: decision.micros / BigInt(decision.parts) };

function next(rows: Iterator<PlannedRow>): PlannedRow {
  const { done, value } = rows.next();
  if (done) throw new Error('the dispatch has fewer messages than accepted recipients');
  return value;
}

test('all callers of the planner choose the same sender, parts and price for a recipient, or refuse it with the same code', async () => {
  await fc.assert(
    fc.asyncProperty(recipients, fc.nat({ max: 1 }), async (list, which) => {
      const place = must(places[which], `place ${which}`);
      const partner = await byPartnerDispatch(place, list);
      expect(new Set(partner.map((decision) => 'errorCode' in decision))).toEqual(new Set([true, false]));
      expect(await byMessagingDispatch(place, list)).toEqual(partner);
      const sent = await bySingleSends(place, list);
      expect(sent).toEqual(partner.map((decision, at) => (isNameFirst(decision, sent[at]) ? sent[at] : decision)));
      const isTemplated = (decision: Decision) => 'templateId' in decision && decision.templateId !== null;
      const untemplated = <Item>(items: readonly Item[]) =>
        items.filter((_, at) => !isTemplated(must(partner[at], `decision ${at}`)));
      expect(untemplated(await byNumberCheck(place, list))).toEqual(untemplated(partner.map(asChecked)));
    }),
    // Shrinking two hundred recipients would repeat all calls for minutes.
    { numRuns: propertyRuns(8), endOnFailure: true },
  );
});
