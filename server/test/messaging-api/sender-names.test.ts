// Sender names of the messaging API: registered with their files, listed, read and changed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, givenAccount } from '../given/account.ts';
import { type Api, givenApi } from '../given/api.ts';
import { BOUNDARY, form, jpeg, MEBIBYTE, type Part, pdf, png, storedFiles } from '../given/document-files.ts';
import { numberAt, type Reply } from '../given/http-client.ts';
import { givenStaff } from '../given/staff.ts';
import { codeOf, LONG_AGO, msgOf } from '../given/templates.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

const ask = (method: string, path: string, body?: unknown, of: Account = account) =>
  of.ask(method, path, body, 'SYSTEM');

let names = 0;
const draft = (change: object = {}) => {
  names += 1;
  const name = { channelType: 'SMS', senderName: `Shop${names}`, commonType: 'COMMON', brand: 'MTS' };
  return { ...name, dateFrom: LONG_AGO, ...change };
};
const create = (change: object = {}) => ask('POST', '/sender-names', draft(change));

async function sendForm(
  parts: readonly Part[],
  { method = 'POST', path = '/sender-names', key }: { method?: string; path?: string; key?: string } = {},
): Promise<Reply> {
  const response = await fetch(`${api.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${account.keys.SYSTEM}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: form(parts),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
const body = (change: object = {}): Part => ({ name: 'body', content: JSON.stringify(draft(change)) });
const file = (number: number, change: Partial<Part> = {}): Part => ({
  name: `file${number}`,
  filename: `doc${number}.pdf`,
  content: pdf(),
  ...change,
});
const documentsOf = async ({ body: sender }: Reply) => {
  const { rows } = await api.platform.db.pool.query<{ filename: string }>(
    'select d.filename from senders s join documents d on d.id = any(s.document_ids) where s.id = $1 order by 1',
    [numberAt(sender, 'id')],
  );
  return rows.map(({ filename }) => filename);
};
const idsOf = ({ body: page }: Reply) => (page as { items: { id: number }[] }).items.map(({ id }) => id); // held against the contract

describe('a sender name', () => {
  test('is registered as JSON and begins with the moderators [messaging.sender-name.create.json] [messaging.sender-name.create.201] [messaging.sender-name.create.country-default]', async () => {
    const reply = await create({ senderName: 'NordShop', description: 'for orders' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ senderName: 'NordShop', status: 'PRE_REVIEW', countryCode: 'RU', fee: null });
    const { body: partners } = await api.call('GET', `/senders/${numberAt(reply.body, 'id')}`, {
      token: account.token,
    });
    expect(reply.body).toEqual(partners);
  });

  test('is registered with its files in a form [messaging.sender-name.create.multipart]', async () => {
    const reply = await sendForm([
      body({ commonType: 'PROMO' }),
      file(1),
      file(2, { filename: 'b.jpg', content: jpeg(), type: 'image/jpeg' }),
      file(3, { filename: 'c.png', content: png(), type: 'image/png' }),
    ]);
    expect([reply.status, reply.body]).toEqual([
      201,
      expect.objectContaining({ commonType: 'PROMO', status: 'PRE_REVIEW' }),
    ]);
    expect(await documentsOf(reply)).toEqual(['b.jpg', 'c.png', 'doc1.pdf']);
  });

  test('may come in a form whose JSON is a file of its own, and without files', async () => {
    const json = JSON.stringify(draft());
    const reply = await sendForm([{ name: 'body', filename: 'blob', type: 'application/json', content: json }]);
    expect(reply.status).toBe(201);
  });

  test('for PROMO needs a file [messaging.sender-name.create.promo-files]', async () => {
    for (const reply of [await create({ commonType: 'PROMO' }), await sendForm([body({ commonType: 'PROMO' })])]) {
      expect([codeOf(reply), msgOf(reply)]).toEqual([4000, 'Bad Request: file1 is required for PROMO']);
    }
  });

  test.each(['channelType', 'senderName', 'commonType', 'dateFrom', 'brand'])(
    'needs %s [messaging.sender-name.create.required]',
    async (field) => {
      const reply = await create({ [field]: undefined });
      expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(`${field} is required`)]);
    },
  );

  test('of a messenger needs no brand [messaging.sender-name.create.required]', async () => {
    expect(codeOf(await create({ channelType: 'VK', brand: undefined }))).toBe(201);
  });

  test.each([
    ['[messaging.sender-name.sms-characters]', { senderName: 'ABCDEFGHIJK' }, 201],
    ['[messaging.sender-name.sms-characters]', { senderName: 'A' }, 201],
    ['[messaging.sender-name.sms-characters]', { senderName: "!?-_.()&' +" }, 201],
    ['[messaging.sender-name.sms-characters]', { senderName: 'ABCDEFGHIJKL' }, 4000],
    ['[messaging.sender-name.sms-characters]', { senderName: 'Магазин' }, 4000],
    ['[messaging.sender-name.sms-characters]', { senderName: 'a@b' }, 4000],
    ['[messaging.sender-name.megafon.plus]', { senderName: 'A+B', brand: 'MEGAFON' }, 4000],
    ['[messaging.sender-name.megafon.space]', { senderName: 'A B', brand: 'MEGAFON' }, 4000],
    ['[messaging.sender-name.megafon.exclamation]', { senderName: 'A!B', brand: 'MEGAFON' }, 201],
    ['[messaging.sender-name.viber]', { senderName: 'Я'.repeat(28), channelType: 'VIBER' }, 201],
    ['[messaging.sender-name.viber]', { senderName: 'Я'.repeat(29), channelType: 'VIBER' }, 4000],
    ['', { senderName: 'Я'.repeat(64), channelType: 'TELEGRAM' }, 201],
    ['', { senderName: 'Я'.repeat(65), channelType: 'TELEGRAM' }, 4000],
    ['', { countryCode: 'KZ' }, 201],
    ['', { countryCode: 'ZZ' }, 4000],
    ['', { countryCode: 'ru' }, 4000],
  ])('%s %j gives %i', async (_id, change, code) => {
    expect(codeOf(await create(change))).toBe(code);
  });

  test('is registered once', async () => {
    await create({ senderName: 'Twice' });
    expect(codeOf(await create({ senderName: 'Twice' }))).toBe(4000);
    expect(codeOf(await create({ senderName: 'Twice', brand: 'TELE2' }))).toBe(201);
  });
});

describe('a form', () => {
  const promo = () => body({ commonType: 'PROMO' });

  test.each<[string, () => Part[], string]>([
    [
      'eleven files',
      () => [promo(), ...Array.from({ length: 11 }, (_, at) => file(at + 1))],
      'body must have the part body and at most 10 files',
    ],
    ['a name twice', () => [promo(), file(1), file(1)], 'body must have files in the parts file1 to file10'],
    [
      'another part',
      () => [promo(), { ...file(1), name: 'scan' }],
      'body must have files in the parts file1 to file10',
    ],
    ['a file number it does not have', () => [promo(), file(11)], 'body must have files in the parts file1 to file10'],
    [
      'another kind of file',
      () => [promo(), file(1), file(2, { filename: 'x.exe' })],
      'file2 must be a PDF, JPG or PNG',
    ],
    ['a file that is not what it says', () => [promo(), file(1), file(2, { content: 'text' })], 'file2 '],
    [
      'a file that is too large',
      () => [promo(), file(1, { content: pdf(10 * MEBIBYTE + 1) })],
      'file1 must be at most 10485760 bytes',
    ],
    ['no JSON', () => [file(1)], 'body must be the first part'],
    ['nothing', () => [], 'body '],
    ['JSON after the files', () => [file(1), promo()], 'body must be the first part'],
    ['JSON that is none', () => [{ name: 'body', content: '{' }, file(1)], 'Malformed JSON'],
    ['a wrong member', () => [body({ commonType: 'X' }), file(1)], 'commonType must be one of'],
    ['a wrong name', () => [body({ senderName: 'Я' }), file(1)], 'senderName may hold Latin letters'],
  ])('with %s is refused and leaves nothing [messaging.sender-name.create.files]', async (_title, parts, problem) => {
    const before = await storedFiles(api.platform.config.fileFolder);
    const reply = await sendForm(parts());
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(problem)]);
    expect(await storedFiles(api.platform.config.fileFolder)).toEqual(before);
    expect((await api.platform.db.pool.query('select id from document_uploads')).rows).toEqual([]);
  });

  test('of ten files, one of ten megabytes, is taken [messaging.sender-name.create.files]', async () => {
    const files = Array.from({ length: 10 }, (_, at) => file(at + 1));
    const reply = await sendForm([promo(), ...files.slice(1), { ...file(1), content: pdf(10 * MEBIBYTE) }]);
    expect(reply.status).toBe(201);
    expect(await documentsOf(reply)).toHaveLength(10);
  });

  test('under a key is answered once; another file is a conflict', async () => {
    const key = 'form-1';
    const json = promo();
    const first = await sendForm([json, file(1)], { key });
    const second = await sendForm([json, file(1)], { key });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(codeOf(await sendForm([json, file(1, { content: pdf(300) })], { key }))).toBe(4090);
    expect((await api.platform.db.pool.query('select id from document_uploads')).rows).toEqual([]);
  });
});

describe('names of an account', () => {
  let own: Account;
  const ids: number[] = [];
  beforeAll(async () => {
    own = await givenAccount(api);
    for (const change of [
      {},
      { brand: 'TELE2', commonType: 'MULTISIGNATURE' },
      { channelType: 'VIBER', countryCode: 'KZ' },
    ]) {
      const { body: made } = await ask('POST', '/sender-names', draft(change), own);
      ids.push(numberAt(made, 'id'));
    }
    const moderator = await givenStaff(api, 'moderator');
    await moderator.ask('POST', `/senders/${ids[1]}/status`, { status: 'REJECTED', managerComment: 'no' });
  });
  const listed = (query: string) => ask('GET', `/sender-names?${query}`, undefined, own);

  test('are listed in pages [messaging.sender-name.list]', async () => {
    expect((await listed('')).body).toMatchObject({ page: 1, perPage: 100, total: 3 });
    const second = await listed('page=2&per_page=2');
    expect(second.body).toMatchObject({ page: 2, perPage: 2, total: 3 });
    expect(idsOf(second)).toEqual(ids.slice(2));
  });

  test.each([
    ['channel_type=VIBER', [2], '[messaging.sender-name.list.channel_type]'],
    ['channel_type=VIBER&channel_type=SMS', [0, 1, 2], '[messaging.sender-name.list.channel_type]'],
    ['country_code=KZ', [2], '[messaging.sender-name.list.country_code]'],
    ['country_code=RU,KZ', [0, 1, 2], '[messaging.sender-name.list.country_code]'],
    ['brand=TELE2', [1], '[messaging.sender-name.list.filters]'],
    ['common_type=MULTISIGNATURE', [1], '[messaging.sender-name.list.filters]'],
    ['common_type=MULTISIGNATURE&common_type=COMMON', [0, 1, 2], '[messaging.sender-name.list.filters]'],
    ['status=REJECTED', [1], '[messaging.sender-name.list.filters]'],
    ['status=PRE_REVIEW', [0, 2], '[messaging.sender-name.list.filters]'],
  ])('by %s are %j %s', async (query, found) => {
    expect(idsOf(await listed(query))).toEqual(found.map((at) => ids[at]));
  });

  test('are read by id, and nobody else finds them [messaging.sender-name.get]', async () => {
    const [id] = ids;
    expect((await ask('GET', `/sender-names/${id}`, undefined, own)).body).toMatchObject({ id });
    expect(codeOf(await ask('GET', `/sender-names/${id}`))).toBe(4040);
    expect(codeOf(await ask('PUT', `/sender-names/${id}`, {}))).toBe(4040);
    expect(codeOf(await own.ask('GET', '/sender-names', undefined, 'MESSAGES'))).toBe(4030);
  });

  test('that were used without registration are not among them, in either API nor for staff', async () => {
    const { rows } = await api.platform.db.pool.query<{ id: number }>(
      `insert into senders (company_id, sender_name, channel_type, common_type, brand, date_from, status, registered, created_at)
       values ($1, 'Free', 'VK', 'COMMON', 'ANY', now(), 'APPROVED', false, now()) returning id`,
      [own.companyId],
    );
    const id = rows[0]?.id;
    const { token, companyId } = own;
    const moderator = await givenStaff(api, 'moderator');
    expect((await listed('')).body).toMatchObject({ total: 3 });
    expect((await api.call('GET', `/senders?companyId=${companyId}`, { token })).body).toHaveLength(3);
    expect((await moderator.ask('GET', `/senders?companyId=${companyId}`)).body).toMatchObject({ total: 3 });
    for (const reply of [
      await ask('GET', `/sender-names/${id}`, undefined, own),
      await ask('PUT', `/sender-names/${id}`, { dateFrom: LONG_AGO }, own),
      await api.call('GET', `/senders/${id}`, { token }),
      await api.call('PUT', `/senders/${id}`, { token, body: {} }),
      await api.call('POST', `/senders/${id}/suspend`, { token }),
      await moderator.ask('GET', `/senders/${id}`),
      await moderator.ask('POST', `/senders/${id}/status`, { status: 'DENIED' }),
    ]) {
      expect(codeOf(reply)).toBe(4040);
    }
    expect(codeOf(await ask('POST', '/sender-names', draft({ channelType: 'VK', senderName: 'Free' }), own))).toBe(201);
  });
});

describe('a change', () => {
  test('answers with the name as it is then [messaging.sender-name.update]', async () => {
    const { body: made } = await create();
    const reply = await ask('PUT', `/sender-names/${numberAt(made, 'id')}`, {
      senderName: 'Other',
      dateTo: '2099-01-01T00:00:00Z',
    });
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({ senderName: 'Other', dateTo: '2099-01-01T00:00:00Z' }),
    ]);
  });

  test('adds files to those that are there', async () => {
    const made = await sendForm([body({ commonType: 'PROMO' }), file(1)]);
    const path = `/sender-names/${numberAt(made.body, 'id')}`;
    const reply = await sendForm([{ name: 'body', content: '{}' }, file(1, { filename: 'more.pdf' })], {
      method: 'PUT',
      path,
    });
    expect(reply.status).toBe(200);
    expect(await documentsOf(reply)).toEqual(['doc1.pdf', 'more.pdf']);
  });

  test('is held to the rule of MEGAFON [messaging.sender-name.megafon.on-edit]', async () => {
    const { body: made } = await create({ brand: 'MEGAFON' });
    const path = `/sender-names/${numberAt(made, 'id')}`;
    for (const senderName of ['A+B', 'A B']) expect(codeOf(await ask('PUT', path, { senderName }))).toBe(4000);
    expect(codeOf(await ask('PUT', path, { senderName: 'A!C' }))).toBe(200);
  });
});
