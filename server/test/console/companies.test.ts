// Companies in the partner console: their money agrees with the ledger, and missing settings are listed.
import { beforeAll, describe, expect, test } from 'vitest';
import { useSharedCell } from '../given/cell.ts';
import { form, pdf, uploaderTo } from '../given/document-files.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { until } from '../given/until.ts';

type Amount = { readonly value: number; readonly currency: string };
type Page = {
  readonly spending: { budget: Amount | null; spent: Amount; reserved: Amount; left: Amount | null };
  readonly checklist: readonly { check: string; done: boolean }[];
  readonly recentDispatches: readonly { id: number; status: string; counts: Record<string, number> }[];
  readonly months: readonly { month: string; spent: Amount }[];
  readonly running: number;
  readonly senders: Record<string, number>;
};

const cell = useSharedCell();
let user: PartnerUser;
beforeAll(async () => {
  await cell().link('mts');
  user = await givenPartnerUser(cell());
});

async function givenCompany(name: string, budget?: number): Promise<number> {
  const company = { name, counteragentType: 'LEGAL', counteragentInn: '7707083893' };
  const reply = await user.post('/partner/company', { company, ...(budget !== undefined && { budget }) });
  expect([reply.status, reply.text]).toMatchObject([201, expect.anything()]);
  return numberAt(reply.body, 'companyId');
}

async function givenSender(companyId: number): Promise<number> {
  const sender = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const reply = await user.post('/partner/senders', { ...sender, dateFrom: '2024-07-01T00:00:00Z' });
  return numberAt(reply.body, 'id');
}

// The client has checked the replies against the contract.
const pageOf = async (id: number) => (await user.get(`/companies/${id}`)).body as Page;
const missing = ({ checklist }: Page) => checklist.flatMap(({ check, done }) => (done ? [] : [check]));

test('a new company lacks everything but a budget; a usable sender name completes it', async () => {
  const companyId = await givenCompany('Empty');
  expect(missing(await pageOf(companyId))).toEqual(['documents', 'sender', 'approval']);
  await givenSender(companyId);
  const page = await pageOf(companyId);
  expect(missing(page)).toEqual([]);
  expect(page).toMatchObject({ senders: { total: 1, usable: 1, waiting: 0, yours: 0 }, spending: { budget: null } });
});

describe('a company that sends', () => {
  let companyId: number;
  let dispatchId: number;

  beforeAll(async () => {
    companyId = await givenCompany('Seller 100%', 1_000);
    const senderIds = [await givenSender(companyId)];
    const messages = [1, 2, 3].map((at) => ({ destination: `7916123000${at}` }));
    const draft = { companyId, name: 'July', senderIds, channelType: 'SMS', text: 'Hi', messages };
    dispatchId = numberAt((await user.post('/partner/dispatches', draft)).body, 'id');
    await user.post(`/partner/dispatches/${dispatchId}/start`);
    await until(
      'the dispatch is completed',
      async () => (await pageOf(companyId)).recentDispatches[0]?.status === 'COMPLETED',
    );
  });

  test('shows the spent and the remaining money', async () => {
    const { spending, recentDispatches, months } = await pageOf(companyId);
    const spent = spending.spent.value;
    expect(spent).toBeGreaterThan(0);
    expect(spending).toMatchObject({
      budget: { value: 1_000 },
      reserved: { value: 0 },
      left: { value: 1_000 - spent },
    });
    expect(months).toMatchObject([{ spent: { value: spent } }]);
    expect(recentDispatches).toMatchObject([{ id: dispatchId, counts: { accepted: 3, delivered: 3, queued: 0 } }]);
  });

  test('the days add up to the month', async () => {
    const { body } = await user.get(`/companies/${companyId}/spending`);
    const spending = body as {
      days: { day: string; spent: Amount; total: Amount }[];
      spending: Page['spending'];
      forecast: { amount: Amount } | null;
    };
    const spent = spending.spending.spent.value;
    expect(spending.days.at(-1)?.total.value).toBe(spent);
    expect(spending.days[0]?.day).toMatch(/-01$/);
    if (spending.forecast !== null) expect(spending.forecast.amount.value).toBeGreaterThanOrEqual(spent);
  });

  test('is found by a part of its name and by its tax number, taken literally and not as a pattern', async () => {
    const found = async (query: string) => numberAt((await user.get(`/companies?${query}`)).body, 'total');
    expect(await found('q=100%25')).toBe(1);
    expect(await found('q=seLLer')).toBe(1);
    expect(await found('q=770708')).toBe(2);
    expect(await found('q=_')).toBe(0);
    expect(await found('status=DISABLED')).toBe(0);
  });

  test('is a row of the exported file', async () => {
    const { text, headers } = await user.get('/companies.csv?q=Seller');
    expect(headers.get('content-disposition')).toContain('companies.csv');
    const [head, row, ...rest] = text.split('\r\n');
    expect(head).toContain('companyId;name;counteragentInn');
    expect(row).toContain(`${companyId};Seller 100%;7707083893;ACTIVE;1000;`);
    expect(rest).toEqual(['']);
  });
});

test('documents are downloaded unchanged, with the names that use them', async () => {
  const companyId = await givenCompany('Papers');
  const upload = uploaderTo(cell().url, user.token, companyId);
  const file = pdf();
  const { body } = await upload(form([{ content: file, filename: 'Устав.pdf', type: 'application/pdf' }]));
  const id = textAt(body, 'id');
  const sender = { companyId, senderName: 'Papers', brand: 'MTS', channelType: 'SMS', commonType: 'PROMO' };
  await user.post('/partner/senders', { ...sender, documentIds: [id], dateFrom: '2024-07-01T00:00:00Z' });
  const listed = await user.get(`/companies/${companyId}/documents`);
  expect(listed.body).toMatchObject({
    items: [{ id, filename: 'Устав.pdf', sizeBytes: file.length, senders: [{ senderName: 'Papers' }] }],
    room: { files: 1, filesMax: 100 },
  });
  const content = await user.get(`/documents/${id}`);
  expect([content.status, content.text]).toEqual([200, file.toString()]);
  expect(content.headers.get('content-type')).toBe('application/pdf');
  const stranger = await givenPartnerUser(cell());
  expect((await stranger.get(`/documents/${id}`)).status).toBe(404);
});

test('a company of another partner answers 404', async () => {
  const companyId = await givenCompany('Mine');
  const stranger = await givenPartnerUser(cell());
  for (const path of ['', '/spending', '/documents'])
    expect((await stranger.get(`/companies/${companyId}${path}`)).status).toBe(404);
  expect((await stranger.get('/companies')).body).toMatchObject({ total: 0, items: [] });
});
