import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { pdf } from '../given/document-files.ts';
import { type Form, isDatetime, isInteger, isUuid } from '../given/forms.ts';
import { textAt } from '../given/http-client.ts';
import { valueAt } from '../given/json-path.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

/** As a program would that knows nothing but the standard form. */
async function upload(company: number, filename = 'contract.pdf', part = 'file') {
  const body = new FormData();
  body.set(part, new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), filename);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${api.url}/company/${company}/documents`, { method: 'POST', headers, body });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

const list = async (company: number) => (await api.call('GET', `/company/${company}/documents`, { token })).body;

describe('POST /company/{id}/documents', () => {
  test('answers 201 with id, companyId, filename and createdAt [document.upload.201]', async () => {
    const reply = await upload(companyId);
    expect([reply.status, Object.keys(Object(reply.body))]).toEqual([
      201,
      ['id', 'companyId', 'filename', 'createdAt'],
    ]);
  });

  test.each<[string, string, Form | string]>([
    ['id is a UUID [document.id.uuid]', 'id', isUuid],
    ['companyId is an integer [document.companyId.owner]', 'companyId', isInteger],
    ['filename is the original name [document.filename.original]', 'filename', 'Договор №1.pdf'],
    ['createdAt is a datetime [document.createdAt.datetime]', 'createdAt', isDatetime],
  ])('%s', async (_statement, member, expected) => {
    const value = valueAt((await upload(companyId, 'Договор №1.pdf')).body, member);
    if (typeof expected === 'function') expect(value).toSatisfy(expected);
    else expect(value).toBe(expected);
  });

  test('the form has its part file and no other [document.upload.one-file-part]', async () => {
    expect((await upload(companyId, 'contract.pdf', 'document')).status).toBe(400);
  });

  test('JSON is no form [document.upload.multipart]', async () => {
    const reply = await api.call('POST', `/company/${companyId}/documents`, { token, body: { file: 'x' } });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
  });
});

test('a document is of the company it was uploaded for, and listed there only [service.documents-for-company document.companyId.owner document.list.200 document.list.fields]', async () => {
  const [one, other] = [await givenCompany(api, token), await givenCompany(api, token)];
  const { body } = await upload(one);
  expect(body).toMatchObject({ companyId: one });
  expect([await list(one), await list(other)]).toEqual([[body], []]);
});

describe('documentIds of a sender', () => {
  const create = (company: number, documentIds: string[]) => {
    const name = { senderName: 'Shop', channelType: 'SMS', commonType: 'PROMO', brand: 'MTS' };
    const body = { companyId: company, ...name, dateFrom: '2024-07-01T00:00:00Z', documentIds };
    return api.call('POST', '/senders', { token, body });
  };

  test('name documents uploaded for the company, not those of another and no unknown ones [sender.create.documentIds.of-the-company sender.create.documentIds.optional]', async () => {
    const [one, other] = [await givenCompany(api, token), await givenCompany(api, token)];
    const id = textAt((await upload(one)).body, 'id');
    expect((await create(other, [id])).status).toBe(400);
    expect((await create(one, ['0c1d2e3f-0000-4000-8000-000000000001'])).status).toBe(400);
    expect((await create(one, [id])).status).toBe(201);
  });

  test('can be changed [sender.update.documentIds.optional]', async () => {
    const company = await givenCompany(api, token);
    const documentIds = [textAt((await upload(company)).body, 'id')];
    const created = await create(company, []);
    const path = `/senders/${String(valueAt(created.body, 'id'))}`;
    expect((await api.call('PUT', path, { token, body: { documentIds } })).status).toBe(200);
    const foreign = { documentIds: ['0c1d2e3f-0000-4000-8000-000000000001'] };
    expect((await api.call('PUT', path, { token, body: foreign })).status).toBe(400);
  });
});
