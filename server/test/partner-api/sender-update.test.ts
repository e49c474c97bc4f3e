import { SENDER_STATUSES, type SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { form, png, uploaderTo } from '../given/document-files.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { changeSender } from '../given/rows/senders.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi({ moderation: 'manual' });
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => `${new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;

async function givenSender(change: object = {}): Promise<number> {
  const draft = { senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
  const body = { companyId, ...draft, dateFrom: '2024-07-01T00:00:00Z', ...change };
  return numberAt((await api.call('POST', '/senders', { token, body })).body, 'id');
}

const put = (id: number, body: unknown, by = token) => api.call('PUT', `/senders/${id}`, { token: by, body });

const inStatus = async (status: SenderStatus, change: object = {}) => {
  const id = await givenSender(change);
  await changeSender(api, id, { status });
  return id;
};

const refused = (msg: string) => [400, { error: { code: 4000, msg, details: expect.any(Array) } }];
const answer = async (id: number, body: unknown) => {
  const reply = await put(id, body);
  return [reply.status, reply.body];
};

describe('PUT /senders/{id}', () => {
  covers(
    'sender.update.200',
    'sender.update.senderName.optional',
    'sender.update.commonType.optional',
    'sender.update.dateFrom.optional',
    'sender.update.dateTo.optional',
  );
  test('changes the named members and answers 200 with the sender', async () => {
    const id = await givenSender();
    const [dateFrom, dateTo] = [inHours(1), inHours(2)];
    const before = (await api.call('GET', `/senders/${id}`, { token })).body;
    for (const change of [{ senderName: 'Store' }, { commonType: 'MULTISIGNATURE' }, { dateFrom }, { dateTo }]) {
      const reply = await put(id, change);
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject(change);
    }
    const after = (await api.call('GET', `/senders/${id}`, { token })).body;
    expect(after).toEqual({
      ...(typeof before === 'object' && before),
      senderName: 'Store',
      commonType: 'MULTISIGNATURE',
      dateFrom,
      dateTo,
    });
  });

  test('changes nothing with an empty body', async () => {
    const id = await inStatus('DENIED');
    const before = (await api.call('GET', `/senders/${id}`, { token })).body;
    expect(await answer(id, {})).toEqual([200, before]);
  });

  test('ignores members that a partner may not change', async () => {
    const id = await givenSender();
    const reply = await put(id, { senderName: 'Store', status: 'APPROVED', fee: 0, companyId: 1, suspended: true });
    expect(reply.body).toMatchObject({ senderName: 'Store', status: 'DRAFT', fee: null, companyId, suspended: false });
  });

  test.each([
    [{ senderName: 'TwelveLetter' }, 'senderName must be 1 to 11 characters long'],
    [{ senderName: 'Магазин' }, "senderName may contain only Latin letters, digits, space and ! ? - _ . ( ) & ' +"],
    [{ dateTo: '2020-01-01T00:00:00Z' }, 'dateTo must not be in the past'],
    [{ dateFrom: '2090-01-01T00:00:00Z', dateTo: '2090-01-01T00:00:00Z' }, 'dateTo must be after dateFrom'],
  ])('refuses %j: %s', async (change, problem) => {
    expect(await answer(await givenSender(), change)).toMatchObject(refused(`Bad Request: ${problem}`));
  });

  test.each([
    ['a commonType that does not exist', { commonType: 'OTHER' }],
    ['a dateFrom without offset', { dateFrom: '2024-07-01T03:00:00' }],
    ['a dateFrom of null', { dateFrom: null }],
    ['a senderName that is not a text', { senderName: 7 }],
    ['documentIds that are not a list', { documentIds: 'x' }],
    ['a body that is not an object', []],
  ])('refuses %s', async (_, body) => {
    expect(await answer(await givenSender(), body)).toMatchObject([400, { error: { code: 4000 } }]);
  });

  covers('sender.megafon.on-editing');
  test('applies the rule of MEGAFON too', async () => {
    const id = await givenSender({ brand: 'MEGAFON' });
    const problem = 'Bad Request: senderName must not contain + or space for MEGAFON';
    for (const senderName of ['My Shop', 'A+B'])
      expect(await answer(id, { senderName })).toMatchObject(refused(problem));
    expect((await put(id, { senderName: 'Shop!' })).status).toBe(200);
  });

  test('refuses the name of another sender in force, and accepts that of an ended one', async () => {
    const taken = await givenSender({ senderName: 'Taken' });
    const id = await givenSender();
    expect(await answer(id, { senderName: ' Taken ' })).toEqual(
      refused(`Sender name already exists: senderName is that of sender ${taken} for MTS on SMS`),
    );
    expect((await put(id, { senderName: 'Shop' })).status).toBe(200);
    await changeSender(api, taken, { status: 'CLOSED' });
    expect((await put(id, { senderName: 'Taken' })).status).toBe(200);
  });

  covers('sender.update.documentIds.optional', 'sender.create.documentIds.of-the-company');
  test('accepts documents of the company and no others', async () => {
    const uploaded = await uploaderTo(api.url, token, companyId)(form([{ content: png(), filename: 'a.png' }]));
    const own = textAt(uploaded.body, 'id');
    const [id, promo] = [await givenSender(), await inStatus('REJECTED', { brand: 'TELE2', commonType: 'PROMO' })];
    const missing = '0c1d2e3f-0000-4000-8000-000000000001';
    expect(await answer(id, { documentIds: [own, missing] })).toEqual(
      refused('Bad Request: documentIds[1] must be a document of the company'),
    );
    expect((await put(id, { documentIds: [own] })).status).toBe(200);
    expect(await givenSender({ brand: 'MEGAFON', commonType: 'PROMO', documentIds: [own] })).toBeGreaterThan(id);
    expect((await put(id, { documentIds: [] })).status).toBe(200);
    expect(await answer(promo, { documentIds: [own] })).toMatchObject([200, { status: 'PRE_REVIEW' }]);
    expect(await answer(promo, { documentIds: [] })).toMatchObject(
      refused('Bad Request: documentIds must name a document for PROMO'),
    );
    companyId = await givenCompany(api, token);
    expect(await answer(await givenSender(), { documentIds: [own] })).toEqual(
      refused('Bad Request: documentIds[0] must be a document of the company'),
    );
    await expect(givenSender({ brand: 'TELE2', documentIds: [own] })).rejects.toThrow(
      'documentIds[0] must be a document of the company',
    );
  });

  test('answers 404 for a foreign sender and a missing one', async () => {
    const id = await givenSender();
    const stranger = await api.givenPartner();
    const replies = [await put(id, { senderName: 'X' }, stranger.token), await put(2_147_483_647, { senderName: 'X' })];
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    expect((await api.call('PUT', '/senders/x', { token, body: {} })).status).toBe(404);
  });

  test('serializes two concurrent changes', async () => {
    const id = await givenSender();
    const replies = await Promise.all([put(id, { senderName: 'One' }), put(id, { commonType: 'MULTISIGNATURE' })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await api.call('GET', `/senders/${id}`, { token });
    expect(body).toMatchObject({ senderName: 'One', commonType: 'MULTISIGNATURE' });
  });
});

describe('the members that may be changed in status', () => {
  const request: readonly SenderStatus[] = ['DRAFT', 'PRE_REVIEW', 'INTERNAL_REVIEW', 'REJECTED'];
  const beforeStart: readonly SenderStatus[] = [...request, 'EXTERNAL_REVIEW', 'AWAITING'];
  const editable = {
    senderName: request,
    commonType: request,
    documentIds: request,
    dateFrom: beforeStart,
    dateTo: [...beforeStart, 'APPROVED'],
  } as const;
  const value = {
    senderName: 'Store',
    commonType: 'MULTISIGNATURE',
    documentIds: [],
    dateFrom: inHours(1),
    dateTo: inHours(2),
  } as const;

  test.each(SENDER_STATUSES)('%s', async (status) => {
    for (const field of ['senderName', 'commonType', 'documentIds', 'dateFrom', 'dateTo'] as const) {
      const id = await inStatus(status, { channelType: 'VIBER', senderName: `${status} ${field}` });
      const expected = editable[field].includes(status)
        ? [200, { id }]
        : refused(`${field} is not editable in status ${status}`);
      expect(await answer(id, { [field]: value[field] })).toMatchObject(expected);
    }
  });
});

describe('the end of validity', () => {
  covers('sender.update.dateTo.closes', 'move.sender.dateTo.sets-end', 'move.sender.dateTo.rules');
  test('dateTo is stored as given and closes the name only then; null removes it', async () => {
    const id = await inStatus('APPROVED');
    const dateTo = inHours(5);
    expect(await answer(id, { dateTo })).toMatchObject([200, { status: 'APPROVED', dateTo }]);
    expect(await answer(id, { dateTo: null })).toMatchObject([200, { status: 'APPROVED', dateTo: null }]);
  });

  test('dateTo with an offset is answered in UTC', async () => {
    const id = await inStatus('APPROVED');
    expect((await put(id, { dateTo: '2090-01-01T03:00:00+03:00' })).body).toMatchObject({
      dateTo: '2090-01-01T00:00:00Z',
    });
  });

  test('a start after the end is refused, whichever of the two is changed', async () => {
    const [id, sooner, later] = [await givenSender(), inHours(5), inHours(6)];
    await put(id, { dateTo: sooner });
    expect(await answer(id, { dateFrom: later })).toMatchObject(refused('Bad Request: dateFrom must be before dateTo'));
    expect((await put(id, { dateFrom: later, dateTo: null })).status).toBe(200);
    expect(await answer(id, { dateTo: later })).toMatchObject(refused('Bad Request: dateTo must be after dateFrom'));
  });

  test('a name after its end is closed for changes before the sweeper has run', async () => {
    const id = await inStatus('APPROVED');
    await changeSender(api, id, { dateTo: inHours(0) });
    expect(await answer(id, { dateTo: null })).toEqual(refused('dateTo is not editable in status CLOSED'));
  });
});

describe('a correction of a rejected name', () => {
  const rejected = async (change: object = {}) => {
    const id = await inStatus('REJECTED', change);
    await changeSender(api, id, { managerComment: 'too general', rejectedAt: new Date() });
    return id;
  };

  test.each([{ senderName: 'Store' }, { commonType: 'MULTISIGNATURE' }])(
    'by %j sends it back to review',
    async (change) => {
      expect((await put(await rejected(), change)).body).toMatchObject({
        ...change,
        status: 'PRE_REVIEW',
        managerComment: null,
        rejectedAt: null,
      });
    },
  );

  test.each([{ senderName: 'Shop' }, { dateFrom: inHours(1) }, { dateTo: inHours(1) }, {}])(
    'by %j leaves it rejected',
    async (change) => {
      expect((await put(await rejected(), change)).body).toMatchObject({
        status: 'REJECTED',
        managerComment: 'too general',
        rejectedAt: expect.any(String),
      });
    },
  );

  test('is refused if another company has registered the name meanwhile', async () => {
    const id = await rejected();
    const other = await givenSender();
    expect(await answer(id, { commonType: 'MULTISIGNATURE' })).toEqual(
      refused(`Sender name already exists: senderName is that of sender ${other} for MTS on SMS`),
    );
    const { body } = await api.call('GET', `/senders/${id}`, { token });
    expect(body).toMatchObject({ status: 'REJECTED', commonType: 'COMMON' });
  });

  test('of an advertising name does not reach the moderators without a document', async () => {
    const problem = 'Bad Request: documentIds must name a document for PROMO';
    expect(await answer(await rejected(), { commonType: 'PROMO' })).toMatchObject(refused(problem));
    expect((await put(await givenSender(), { commonType: 'PROMO' })).status).toBe(200);
  });
});

test('an accepted name whose start is moved to the past is approved by that change', async () => {
  const id = await inStatus('AWAITING', { dateFrom: '2090-01-01T00:00:00Z' });
  expect((await put(id, { dateFrom: inHours(1) })).body).toMatchObject({ status: 'AWAITING' });
  expect((await put(id, { dateFrom: '2024-07-01T00:00:00Z' })).body).toMatchObject({ status: 'APPROVED' });
});
