// Messages of dispatches one by one, by number and by time.
import { beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { numberAt } from '../given/http-client.ts';
import { dispatchDraft, refused, usePartner } from '../given/people/partner-calls.ts';

const { call, newCompany, newSender } = usePartner();
let companyId: number;
let senderId: number;
beforeEach(async () => {
  companyId = await newCompany();
  senderId = await newSender(companyId);
});

const draft = (change: object = {}) => dispatchDraft(companyId, senderId, change);
const given = async (change: object = {}) => numberAt((await call('POST', '/dispatches', draft(change))).body, 'id');

describe('GET /messages/{messageUuid}', () => {
  covers('message.get.200');
  test('answers the message with its dispatch and company', async () => {
    const id = await given();
    const { items } = Object((await call('GET', `/messages?dispatchId=${id}`)).body);
    const reply = await call('GET', `/messages/${items[0].messageUuid}`);
    expect([reply.status, reply.body]).toEqual([200, { ...items[0], dispatchId: id, companyId }]);
  });
});

describe('GET /messages', () => {
  const numbers = async (query: string) => {
    const reply = await call('GET', `/messages?${query}`);
    expect(reply.status).toBe(200);
    const { total, items } = Object(reply.body);
    expect(total).toBe(items.length);
    return items.map(({ destination }: { destination: string }) => destination);
  };
  const to = (...destinations: readonly string[]) => ({
    messages: destinations.map((destination) => ({ destination })),
  });
  const [ANN, BOB] = ['79161230001', '79161230002'];

  covers('message.list.companyId', 'message.list.destination');
  test('finds by number across the dispatches of a company', async () => {
    const [first, second] = [await given(to(ANN, BOB)), await given(to(ANN))];
    expect(await numbers(`companyId=${companyId}`)).toEqual([ANN, BOB, ANN]);
    expect(await numbers(`companyId=${companyId}&destination=${ANN}`)).toEqual([ANN, ANN]);
    expect(await numbers(`companyId=${companyId}&destination=8%20916%20123-00-02`)).toEqual([BOB]);
    expect(await numbers(`dispatchId=${first}&destination=${BOB}`)).toEqual([BOB]);
    expect(await numbers(`dispatchId=${second}&companyId=${companyId}`)).toEqual([ANN]);
    expect(await numbers(`companyId=${companyId}&status=FAILED`)).toEqual([]);
    expect(await numbers(`companyId=${await newCompany()}&destination=${ANN}`)).toEqual([]);
  });

  covers('message.list.from', 'message.list.to');
  test('finds by the time of creation', async () => {
    const id = await given(to(ANN));
    const now = Date.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    for (const scope of [`dispatchId=${id}`, `companyId=${companyId}`]) {
      expect(await numbers(`${scope}&from=${at(-60_000)}&to=${at(60_000)}`)).toEqual([ANN]);
      expect(await numbers(`${scope}&from=${at(60_000)}`)).toEqual([]);
      expect(await numbers(`${scope}&to=${at(-60_000)}`)).toEqual([]);
    }
  });

  test.each([
    ['neither a dispatch nor a company', '', 'dispatchId is required'],
    ['no phone number', 'companyId=$&destination=12', 'destination must be a valid phone number'],
    ['a period that is too long', 'companyId=$&from=2024-01-01T00:00:00Z', 'from must be at most 31 days before to'],
    ['a page beyond reach', 'companyId=$&page=101&perPage=100', 'page times perPage must be at most 10000'],
    [
      'an invalid cursor',
      'companyId=$&updatedSince=x',
      'updatedSince must be a valid cursor of this list; start again with a time',
    ],
    [
      'a filter beside a cursor',
      'companyId=$&updatedSince=x&status=SENT',
      'status cannot be combined with updatedSince',
    ],
    ['a time too long ago', 'companyId=$&updatedSince=2024-01-01T00:00:00Z', 'updatedSince must be within 31 days'],
  ])('refuses %s', async (_what, query, msg) => {
    const reply = await call('GET', `/messages?${query.replace('$', String(companyId))}`);
    expect(reply).toMatchObject(refused(4000, `Bad Request: ${msg}`));
  });

  test('pages through a company as through a dispatch', async () => {
    await given(to(ANN, BOB));
    await given(to('79161230003'));
    const page = async (at: number) =>
      (await call('GET', `/messages?companyId=${companyId}&page=${at}&perPage=2`)).body;
    expect(await page(1)).toMatchObject({ total: 3, items: [{ destination: ANN }, { destination: BOB }] });
    expect(await page(2)).toMatchObject({ total: 3, items: [{ destination: '79161230003' }] });
    expect(await page(3)).toMatchObject({ total: 3, items: [] });
  });
});
