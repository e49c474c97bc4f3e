import {
  nextSenderStatus,
  SENDER_STATUSES,
  type SenderEvent,
  type SenderStatus,
} from '@volley/domain/senders/sender-status.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { changeSender } from '../given/rows/senders.ts';

let api: Api;
let moderator: GivenStaff;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  moderator = await givenStaff(api, 'moderator');
  ({ token } = await api.givenPartner());
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

let names = 0;
async function givenSender(change: object = {}): Promise<number> {
  names += 1;
  const draft = { companyId, channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom: '2024-01-01T00:00:00Z' };
  const { body } = await api.call('POST', '/senders', {
    token,
    body: { ...draft, senderName: `Name${names}`, ...change },
  });
  return numberAt(body, 'id');
}

const put = (id: number, status: SenderStatus) => changeSender(api, id, { status });
const judge = (id: number, body: object) => moderator.ask('POST', `/senders/${id}/status`, body);

/** A request of staff, and its event in the status table. */
const VERDICTS: readonly [string, SenderEvent, object][] = [
  ['INTERNAL_REVIEW', 'take', {}],
  ['EXTERNAL_REVIEW', 'forward', { plan: 'START' }],
  ['APPROVED', 'accept', {}],
  ['REJECTED', 'reject', { managerComment: 'the name is not yours' }],
  ['DENIED', 'deny', {}],
];

describe.each(SENDER_STATUSES)('a name in %s', (from) => {
  test.each(VERDICTS)('moved to %s follows the status table', async (status, event, more) => {
    const id = await givenSender();
    await put(id, from);
    const before = (await actionsOf(api.platform, moderator.staffId)).length;
    const reply = await judge(id, { status, ...more });
    const to = nextSenderStatus(from, event);
    const log = (await actionsOf(api.platform, moderator.staffId)).slice(before);
    if (to === undefined) {
      expect([reply.status, log]).toEqual([400, []]);
      return;
    }
    expect([reply.status, reply.body]).toMatchObject([200, { id, status: to }]);
    expect(log).toMatchObject([{ action: 'sender.status', subjectId: String(id), details: { from, to } }]);
    expect((await api.call('GET', `/senders/${id}`, { token })).body).toMatchObject({ status: to });
  });
});

test('a name goes from its registration to its approval, and a paid one gets its fee', async () => {
  const id = await givenSender();
  await put(id, 'PRE_REVIEW');
  for (const status of ['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED']) {
    expect((await judge(id, { status, plan: 'PRO' })).body).toMatchObject({ status });
  }
  const { body } = await api.call('GET', `/senders/${id}`, { token });
  expect(numberAt(body, 'fee')).toBeGreaterThan(0);
});

test('a name whose start date is ahead waits for it', async () => {
  const id = await givenSender({ dateFrom: new Date(Date.now() + 86_400_000).toISOString() });
  await put(id, 'EXTERNAL_REVIEW');
  expect((await judge(id, { status: 'APPROVED' })).body).toMatchObject({ status: 'AWAITING' });
});

test('a rejection needs a comment, and the partner reads it', async () => {
  const id = await givenSender();
  await put(id, 'PRE_REVIEW');
  for (const body of [{}, { managerComment: ' ' }])
    expect((await judge(id, { status: 'REJECTED', ...body })).status).toBe(400);
  expect((await judge(id, { status: 'REJECTED', managerComment: 'send the contract' })).status).toBe(200);
  expect((await api.call('GET', `/senders/${id}`, { token })).body).toMatchObject({
    status: 'REJECTED',
    managerComment: 'send the contract',
    rejectedAt: expect.any(String),
  });
});

test('names of all companies are listed by status, with description and documents', async () => {
  const elsewhere = await api.givenPartner();
  const other = await givenCompany(api, elsewhere.token);
  const form = new FormData();
  form.set(
    'file',
    new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'], 'Договор.pdf', { type: 'application/pdf' }),
  );
  const uploaded = await fetch(`${api.url}/company/${other}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${elsewhere.token}` },
    body: form,
  });
  expect(uploaded.status).toBe(201);
  const { id: documentId } = (await uploaded.json()) as { id: string }; // the shape of the partner API
  const draft = { companyId: other, senderName: 'Promo', channelType: 'SMS', commonType: 'PROMO', brand: 'MTS' };
  const more = { description: 'our brand', documentIds: [documentId], dateFrom: '2024-01-01T00:00:00Z' };
  const created = await api.call('POST', '/senders', { token: elsewhere.token, body: { ...draft, ...more } });
  const id = numberAt(created.body, 'id');
  await put(id, 'PRE_REVIEW');
  const listed = await moderator.ask('GET', `/senders?status=PRE_REVIEW,INTERNAL_REVIEW&companyId=${other}`);
  expect(listed.body).toMatchObject({ total: 1, items: [{ id, companyId: other, status: 'PRE_REVIEW' }] });
  expect((await moderator.ask('GET', `/senders/${id}`)).body).toMatchObject({
    description: 'our brand',
    documents: [{ documentId, filename: 'Договор.pdf', mediaType: 'application/pdf' }],
  });
  const download = await fetch(`${api.url}/admin/v1/documents/${documentId}`, {
    headers: { authorization: `Bearer ${moderator.token}` },
  });
  expect(await download.text()).toContain('%PDF-1.4');
  expect(Object.fromEntries(download.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Договор.pdf')}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect((await actionsOf(api.platform, moderator.staffId)).at(-1)).toMatchObject({
    action: 'document.download',
    subjectId: documentId,
    details: { companyId: other },
  });
});

test('only staff can register a blocked name or remove a blocked number', async () => {
  const body = { name: 'BadBank', reason: 'fraud' };
  expect((await moderator.ask('PUT', '/blocks/names', body)).body).toEqual({ name: 'badbank', blocked: true });
  expect((await moderator.ask('GET', '/blocks/names')).body).toMatchObject({
    items: [{ name: 'badbank', reason: 'fraud' }],
  });
  expect((await moderator.ask('POST', '/blocks/names/remove', { name: 'BADBANK' })).body).toEqual({ removed: true });
  expect((await moderator.ask('POST', '/blocks/names/remove', { name: 'BADBANK' })).body).toEqual({ removed: false });
  const number = { msisdn: '8 916 123-45-67' };
  expect((await moderator.ask('PUT', '/blocks/numbers', number)).body).toEqual({
    msisdn: '79161234567',
    blocked: true,
  });
  expect((await moderator.ask('GET', '/blocks/numbers')).body).toMatchObject({ items: [{ msisdn: '79161234567' }] });
  expect((await moderator.ask('POST', '/blocks/numbers/remove', number)).body).toEqual({ removed: true });
  expect((await moderator.ask('PUT', '/blocks/numbers', { msisdn: 'not a number' })).status).toBe(400);
  expect(JSON.stringify(await actionsOf(api.platform, moderator.staffId))).not.toContain('9161234567');
});
