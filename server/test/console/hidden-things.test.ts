// Data that a role may not see is hidden on every page, in every file and in every search: money, numbers and the
// secrets in addresses.
import { beforeAll, describe, expect, test } from 'vitest';
import { useSharedCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';

const cell = useSharedCell();
let owner: PartnerUser;
let reader: PartnerUser;
let companyId: number;
let dispatchId: number;
let messageUuid: string;

beforeAll(async () => {
  owner = await givenPartnerUser(cell());
  reader = await givenPartnerUser(cell(), { role: 'reader', partner: owner });
  const company = { name: 'Seller', counteragentType: 'LEGAL', counteragentInn: '7707083893' };
  companyId = numberAt((await owner.post('/partner/company', { company, budget: 4_321 })).body, 'companyId');
  const name = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const sender = await owner.post('/partner/senders', { ...name, dateFrom: '2024-07-01T00:00:00Z' });
  await cell().sql('update senders set fee_micros = 1990000000, fee_currency = $1 where company_id = $2', [
    'RUB',
    companyId,
  ]);
  const draft = {
    companyId,
    name: 'July',
    senderIds: [numberAt(sender.body, 'id')],
    channelType: 'SMS',
    text: 'Hi',
    messages: [{ destination: '79161230001' }],
    callbackUrl: 'https://example.com/hook?token=s3cret',
    callbackEvents: ['delivered'],
  };
  const { body } = await owner.post('/partner/dispatches', draft);
  dispatchId = numberAt(body, 'id');
  const [message] = (body as { messages: { messageUuid: string }[] }).messages;
  messageUuid = message?.messageUuid ?? '';
});

describe('money is hidden', () => {
  test('in companies', async () => {
    expect((await owner.get(`/companies/${companyId}`)).body).toMatchObject({ spending: { budget: { value: 4_321 } } });
    const paths = ['/companies', '/companies.csv', `/companies/${companyId}`, '/partner/company'];
    for (const path of paths) {
      expect([path, (await owner.get(path)).text.includes('4321')]).toEqual([path, true]);
      const reply = await reader.get(path);
      expect([path, reply.status, reply.text.includes('4321')]).toEqual([path, 200, false]);
    }
    expect((await reader.get(`/companies/${companyId}`)).body).toMatchObject({ spending: null, months: [] });
    expect((await reader.get(`/companies/${companyId}/spending`)).status).toBe(403);
    expect((await reader.get(`/partner/company/${companyId}`)).status).toBe(403);
  });

  test('in dispatches', async () => {
    expect((await reader.get(`/dispatches/${dispatchId}`)).body).toMatchObject({ progress: { spend: null } });
    expect((await reader.get(`/partner/dispatches/${dispatchId}`)).status).toBe(403);
    expect((await reader.get(`/partner/dispatches?companyId=${companyId}`)).status).toBe(403);
  });

  test('in sender names', async () => {
    const list = `/partner/senders?companyId=${companyId}`;
    const feeOf = async (user: PartnerUser) => [
      /"fee":(null)?/.exec((await user.get('/senders')).text)?.[1],
      /"fee":(null)?/.exec((await user.get(list)).text)?.[1],
    ];
    expect(await feeOf(owner)).toEqual([undefined, undefined]);
    expect(await feeOf(reader)).toEqual(['null', 'null']);
    const feeInFile = async (user: PartnerUser) =>
      (await user.get('/senders.csv?lang=en')).text.split('\r\n')[1]?.split(',')[11];
    expect(Number(await feeInFile(owner))).toBeGreaterThan(0);
    expect(await feeInFile(reader)).toBe('');
  });
});

test('a search by digits does not reveal masked numbers', async () => {
  await owner.post('/blacklist/import', { companyId, items: [{ msisdn: '79161234567' }] });
  const found = async (user: PartnerUser, q: string) => numberAt((await user.get(`/blacklist?q=${q}`)).body, 'total');
  expect(await found(owner, '9161234')).toBe(1);
  expect(await found(reader, '9161234')).toBe(0);
  // A search by the whole number reveals nothing new.
  expect(await found(reader, '89161234567')).toBe(1);
});

test('the query of a callback address is hidden', async () => {
  await cell().sql('update callback_endpoints set failing_since = $1 where company_id = $2', [cell().now(), companyId]);
  for (const user of [owner, reader]) {
    for (const path of ['/overview', `/messages/${messageUuid}`]) {
      const { status, text } = await user.get(path);
      expect([path, status, text.includes('example.com'), text.includes('s3cret')]).toEqual([path, 200, true, false]);
    }
  }
});
