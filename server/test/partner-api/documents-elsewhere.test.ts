// Uploads with a virus scanner and with files in S3: every answer and every failure of either.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { form, MEBIBYTE, pdf, storedFiles, type Upload, uploaderTo } from '../given/document-files.ts';
import { textAt } from '../given/http-client.ts';
import { type Clamd, startClamd } from '../given/outside/clamd.ts';
import { S3_ACCOUNT, type S3Server, startS3Server } from '../given/outside/s3-server.ts';
import { pendingUploads } from '../given/rows/documents.ts';

let clamd: Clamd;
let s3: S3Server;
let api: Api;
let token: string;
let companyId: number;
let upload: Upload;
beforeAll(async () => {
  clamd = await startClamd();
  s3 = await startS3Server();
  api = await givenApi({ clamdSocket: clamd.socketPath, fileStore: 's3', s3Endpoint: s3.url, ...S3_ACCOUNT });
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
  upload = uploaderTo(api.url, token, companyId);
  clamd.behave('scan');
  s3.objects.clear();
});
afterAll(async () => {
  await api.close();
  await s3.close();
});

const send = (content: Buffer) => upload(form([{ content, filename: 'a.pdf' }]));

async function nothingKept(): Promise<void> {
  expect((await api.call('GET', `/company/${companyId}/documents`, { token })).body).toEqual([]);
  expect(await storedFiles(api.platform.config.fileFolder)).toEqual([]);
  expect([...s3.objects.keys()]).toEqual([]);
  expect(await pendingUploads(api)).toEqual([]);
}

const away = [503, { error: { code: 5030, msg: 'Service unavailable' } }];

test('a clean file is scanned to its last byte and stored', async () => {
  const content = pdf(10 * MEBIBYTE);
  const reply = await send(content);
  expect(reply.status).toBe(201);
  expect(clamd.scanned.at(-1)).toBe(content.length);
  expect(s3.objects.get(textAt(reply.body, 'id'))?.equals(content)).toBe(true);
});

test('an infected file is refused and not stored', async () => {
  const content = pdf(2 * MEBIBYTE);
  content.write('EICAR', MEBIBYTE);
  const reply = await send(content);
  expect([reply.status, reply.body]).toEqual([
    400,
    { error: { code: 4000, msg: 'Bad Request: file is infected', details: expect.any(Array) } },
  ]);
  await nothingKept();
});

describe('an upload answers 503 and stores nothing', () => {
  test.each(['complain', 'hang-up'] as const)('when the scanner gives no verdict: %s', async (how) => {
    clamd.behave(how);
    const reply = await send(pdf(5 * MEBIBYTE));
    expect([reply.status, reply.body]).toEqual(away);
    expect(reply.headers.get('retry-after')).toBe('5');
    await nothingKept();
  });

  test('when S3 fails', async () => {
    s3.failNext(3, 503);
    const reply = await send(pdf());
    expect([reply.status, reply.body]).toEqual(away);
    await nothingKept();
  });

  test('when the scanner is unavailable', async () => {
    await clamd.stop();
    const reply = await send(pdf());
    expect([reply.status, reply.body]).toEqual(away);
    await nothingKept();
  });
});
