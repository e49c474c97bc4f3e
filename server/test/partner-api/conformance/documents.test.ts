import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { pdf } from '../../given/document-files.ts';
import { textAt } from '../../given/http-client.ts';
import { valueAt } from '../../given/json-path.ts';
import { type Form, isDatetime, isInteger, isUuid } from '../../given/value-formats.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

/** Uploads as a program that only knows the standard form. */
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
  covers('document.upload.201');
  test('answers 201 with id, companyId, filename and createdAt', async () => {
    const reply = await upload(companyId);
    expect([reply.status, Object.keys(Object(reply.body))]).toEqual([
      201,
      ['id', 'companyId', 'filename', 'createdAt'],
    ]);
  });

  covers('document.id.uuid', 'document.companyId.owner', 'document.filename.original', 'document.createdAt.datetime');
  test.each<[string, string, Form | string]>([
    ['id is a UUID', 'id', isUuid],
    ['companyId is an integer', 'companyId', isInteger],
    ['filename is the original name', 'filename', 'Договор №1.pdf'],
    ['createdAt is a datetime', 'createdAt', isDatetime],
  ])('%s', async (_statement, member, expected) => {
    const value = valueAt((await upload(companyId, 'Договор №1.pdf')).body, member);
    if (typeof expected === 'function') expect(value).toSatisfy(expected);
    else expect(value).toBe(expected);
  });

  covers('document.upload.one-file-part');
  test('requires the part file and no other', async () => {
    expect((await upload(companyId, 'contract.pdf', 'document')).status).toBe(400);
  });

  covers('document.upload.multipart');
  test('refuses JSON', async () => {
    const reply = await api.call('POST', `/company/${companyId}/documents`, { token, body: { file: 'x' } });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
  });
});

covers('service.documents-for-company', 'document.companyId.owner', 'document.list.200', 'document.list.fields');
test('stores the document for the company, and lists it there only', async () => {
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

  covers('sender.create.documentIds.of-the-company', 'sender.create.documentIds.optional');
  test('name documents of the company, and neither foreign nor unknown ones', async () => {
    const [one, other] = [await givenCompany(api, token), await givenCompany(api, token)];
    const id = textAt((await upload(one)).body, 'id');
    expect((await create(other, [id])).status).toBe(400);
    expect((await create(one, ['0c1d2e3f-0000-4000-8000-000000000001'])).status).toBe(400);
    expect((await create(one, [id])).status).toBe(201);
  });

  covers('sender.update.documentIds.optional');
  test('can be changed', async () => {
    const company = await givenCompany(api, token);
    const documentIds = [textAt((await upload(company)).body, 'id')];
    const created = await create(company, []);
    const path = `/senders/${String(valueAt(created.body, 'id'))}`;
    expect((await api.call('PUT', path, { token, body: { documentIds } })).status).toBe(200);
    const foreign = { documentIds: ['0c1d2e3f-0000-4000-8000-000000000001'] };
    expect((await api.call('PUT', path, { token, body: foreign })).status).toBe(400);
  });
});
