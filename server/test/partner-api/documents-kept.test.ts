import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { findDocuments } from '../../src/features/documents/find-documents.ts';
import { openDocument } from '../../src/features/documents/open-document.ts';
import { sweepUploads } from '../../src/features/documents/sweep-uploads.ts';
import { read } from '../../src/platform/database/database.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { form, MEBIBYTE, pdf, storedFiles, type Upload, uploaderTo } from '../given/document-files.ts';
import { textAt } from '../given/http-client.ts';
import { abandonUploads, givenDocuments, givenUpload } from '../given/rows/documents.ts';

let api: Api;
let token: string;
let companyId: number;
let upload: Upload;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
  upload = uploaderTo(api.url, token, companyId);
});
afterAll(() => api.close());

const send = (sizeBytes = 200, filename = 'a.pdf') => upload(form([{ content: pdf(sizeBytes), filename }]));
const list = async () => (await api.call('GET', `/company/${companyId}/documents`, { token })).body;
const stored = () => storedFiles(api.platform.config.fileFolder);

describe('the quota of a company', () => {
  const fill = (count: number, sizeBytes: number) => givenDocuments(api, companyId, { count, sizeBytes });
  const msg = 'Bad Request: file is more than a company may keep: 100 files, 200 MB';
  const refusal = { error: { code: 4000, msg, details: expect.any(Array) } };

  test('is 100 files', async () => {
    await fill(99, 1);
    expect((await send()).status).toBe(201);
    expect((await send()).body).toEqual(refusal);
  });

  test('is 200 MB, also for concurrent uploads', async () => {
    await fill(1, 200 * MEBIBYTE - 500);
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(200)));
    expect(replies.filter(({ status }) => status === 201).length).toBe(2);
    expect(replies.filter(({ status }) => status === 400).length).toBe(2);
    expect((await send(101)).body).toEqual(refusal);
    expect((await send(100)).status).toBe(201);
  });
});

describe('GET /company/{id}/documents', () => {
  covers('document.list.200', 'document.list.fields');
  test('lists the documents of the company, oldest first', async () => {
    const sent: unknown[] = [];
    for (const filename of ['b.pdf', 'a.pdf', 'c.pdf']) sent.push((await send(200, filename)).body);
    expect(await list()).toEqual(sent);
    expect(sent[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      companyId,
      filename: 'b.pdf',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  test("answers another partner's company exactly like a missing one", async () => {
    const stranger = await api.givenPartner();
    const reply = await api.call('GET', `/company/${companyId}/documents`, { token: stranger.token });
    const msg = `Company ${companyId} not found`;
    expect([reply.status, reply.body]).toEqual([404, { error: { code: 4040, msg } }]);
  });
});

describe('a stored document', () => {
  test('is downloaded with exactly the uploaded bytes', async () => {
    const id = textAt((await send(300_000)).body, 'id');
    const { document, bytes } = await openDocument(api.platform, id);
    expect(document).toMatchObject({
      id,
      companyId,
      filename: 'a.pdf',
      mediaType: 'application/pdf',
      sizeBytes: 300_000,
    });
    expect((await buffer(bytes)).equals(pdf(300_000))).toBe(true);
  });

  test('is found for its own company only', async () => {
    const id = textAt((await send()).body, 'id');
    const other = await givenCompany(api, token);
    const find = (company: number) => read(api.platform.db, (tx) => findDocuments(tx, company, [id]));
    expect((await find(companyId)).map((found) => found.id)).toEqual([id]);
    expect(await find(other)).toEqual([]);
  });
});

test('a sender name accepts only documents of its company', async () => {
  const id = textAt((await send()).body, 'id');
  const otherId = await givenCompany(api, token);
  const name = { senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'PROMO' };
  const create = (company: number) => {
    const body = { ...name, companyId: company, dateFrom: '2024-07-01T00:00:00Z', documentIds: [id.toUpperCase()] };
    return api.call('POST', '/senders', { token, body });
  };
  expect((await create(companyId)).status).toBe(201);
  const reply = await create(otherId);
  const msg = 'Bad Request: documentIds[0] must be a document of the company';
  expect([reply.status, reply.body]).toEqual([400, { error: { code: 4000, msg, details: expect.any(Array) } }]);
});

test('the sweep removes the files that a dead process left, and no document', async () => {
  await send();
  const before = await stored();
  const [left, fresh] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const whole = async function* () {
    yield pdf();
  };
  for (const id of [left, fresh]) await api.platform.files.put(id, whole());
  await givenUpload(api, left, 2);
  await givenUpload(api, fresh, 0);
  expect(await sweepUploads(api.platform)).toBe(false);
  expect((await stored()).length).toBe(before.length + 1);
  await expect(api.platform.files.get(left)).rejects.toThrow();
  expect((await buffer(await api.platform.files.get(fresh))).equals(pdf())).toBe(true);
  await abandonUploads(api);
  await sweepUploads(api.platform);
  expect(await stored()).toEqual(before);
});
