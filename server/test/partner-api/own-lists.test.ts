// Data that a company stores with the service: its blacklist, its documents, its callback secret.
import { beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { sweepUploads } from '../../src/features/documents/sweep-uploads.ts';
import { form, pdf, storedFiles, uploaderTo } from '../given/document-files.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { refused, usePartner } from '../given/people/partner-calls.ts';
import { isReplyStored } from '../given/rows/requests.ts';
import { changeSender } from '../given/rows/senders.ts';

const { api, token, call, newCompany, newSender } = usePartner();
let companyId: number;
beforeEach(async () => {
  companyId = await newCompany();
});

describe('the blacklist', () => {
  const list = async (query = '') => (await call('GET', `/recipients?companyId=${companyId}${query}`)).body;
  const put = (change: object) => call('PUT', '/recipients', { companyId, blacklist: true, ...change });

  covers('recipient.list.200');
  test('is listed by number and page', async () => {
    await put({ msisdn: '79161230002', comment: 'asked' });
    await put({ msisdn: '79161230001' });
    const [one, two] = [
      { msisdn: '79161230001', comment: null, createdAt: expect.any(String) },
      { msisdn: '79161230002', comment: 'asked', createdAt: expect.any(String) },
    ];
    expect(await list()).toEqual({ page: 1, perPage: 100, total: 2, items: [one, two] });
    expect(await list('&perPage=1&page=2')).toEqual({ page: 2, perPage: 1, total: 2, items: [two] });
  });

  covers('recipient.put.many', 'recipient.put.many.rejected');
  test('accepts many numbers at once, and names the invalid ones', async () => {
    const reply = await put({ msisdns: ['+7 916 123-00-01', '7916', '79161230002', '79161230001'] });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        companyId,
        blacklist: true,
        total: 4,
        success: 3,
        failed: 1,
        rejected: [{ index: 1, msisdn: '7916', errorCode: 7401, msg: 'Destination is not a phone number' }],
      },
    ]);
    expect(await list()).toMatchObject({ total: 2 });
    await put({ msisdns: ['79161230001', '79161239999'], blacklist: false });
    expect(await list()).toMatchObject({ items: [{ msisdn: '79161230002' }] });
  });

  covers('recipient.put.many.limit');
  test('accepts at most 10,000 numbers per call', async () => {
    const msisdns = Array.from({ length: 10_001 }, (_, at) => String(79_161_000_000 + at));
    expect((await put({ msisdns })).status).toBe(400);
    expect((await put({ msisdns: msisdns.slice(1) })).body).toMatchObject({ success: 10_000 });
    expect((await put({ msisdns: [] })).status).toBe(400);
    expect((await put({ msisdns, msisdn: '79161230001' })).status).toBe(400);
  });
});

describe('a document', () => {
  const upload = async () =>
    textAt(
      (
        await uploaderTo(
          api().url,
          token(),
          companyId,
        )(form([{ name: 'file', filename: 'contract.pdf', content: pdf() }]))
      ).body,
      'id',
    );
  const at = (id: string) => `/company/${companyId}/documents/${id}`;

  covers('document.download.200');
  test('is downloaded as an attachment', async () => {
    const id = await upload();
    const headers = { authorization: `Bearer ${token()}` };
    const response = await fetch(`${api().url}${at(id)}`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf())).toBe(true);
    const other = await newCompany();
    expect((await call('GET', `/company/${other}/documents/${id}`)).status).toBe(404);
  });

  covers('document.delete.200');
  test('is removed with its bytes', async () => {
    const id = await upload();
    const reply = await call('DELETE', at(id));
    expect([reply.status, reply.body]).toEqual([200, { id }]);
    expect((await call('GET', at(id))).status).toBe(404);
    expect((await call('GET', `/company/${companyId}/documents`)).body).toEqual([]);
    await sweepUploads(api().platform);
    expect((await storedFiles(api().platform.config.fileFolder)).join()).not.toContain(id);
    expect((await call('DELETE', at(id))).status).toBe(404);
  });

  covers('document.delete.needed');
  test('stays while a sender name in force needs it', async () => {
    const id = await upload();
    const sender = await newSender(companyId, { senderName: 'Second', documentIds: [id] });
    expect(await call('DELETE', at(id))).toMatchObject(refused(4000, `Sender ${sender} needs this document`));
    expect((await call('GET', `/company/${companyId}/documents`)).body).toMatchObject([{ id }]);
    await changeSender(api(), sender, { status: 'CLOSED' });
    expect((await call('DELETE', at(id))).status).toBe(200);
  });
});

describe('the callback secret', () => {
  covers('callback.secret.create', 'callback.secret.list');
  test('is created for a company, shown once, and followed by the next', async () => {
    const path = `/company/${companyId}/callback-secrets`;
    expect((await call('GET', path)).body).toEqual([]);
    const first = await call('POST', path);
    expect([first.status, first.body]).toEqual([
      201,
      { id: expect.any(Number), createdAt: expect.any(String), endsAt: null, secret: expect.stringMatching(/^whsec_/) },
    ]);
    const second = await call('POST', path);
    const ids = [second, first].map(({ body }) => numberAt(body, 'id'));
    const { body } = await call('GET', path);
    expect(body).toMatchObject([
      { id: ids[0], endsAt: null },
      { id: ids[1], endsAt: expect.any(String) },
    ]);
    expect(JSON.stringify(body)).not.toContain('whsec_');
  });

  test('is not stored under an Idempotency-Key', async () => {
    const options = { token: token(), headers: { 'idempotency-key': 'secret-1' } };
    const made = await api().call('POST', `/company/${companyId}/callback-secrets`, options);
    expect(made.status).toBe(201);
    expect(await isReplyStored(api(), 'secret-1')).toBe(false);
  });
});
