// Sender names of the messaging API: registered with their files, listed, read and changed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../given/api.ts';
import { jpeg, png } from '../given/document-files.ts';
import { numberAt, type Reply } from '../given/http-client.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { filePart, formSenderTo, jsonPart, nameDraft, type SendForm } from '../given/people/sender-names.ts';
import { givenStaff } from '../given/people/staff.ts';
import { codeOf, LONG_AGO, msgOf } from '../given/people/templates.ts';
import { documentNamesOf } from '../given/rows/documents.ts';
import { givenUnregisteredSender } from '../given/rows/senders.ts';

let api: Api;
let account: Account;
let sendForm: SendForm;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
  sendForm = formSenderTo(api.url, account);
});
afterAll(() => api.close());

const ask = (method: string, path: string, body?: unknown, of: Account = account) =>
  of.ask(method, path, body, 'SYSTEM');

const create = (change: object = {}) => ask('POST', '/sender-names', nameDraft(change));
const documentsOf = ({ body: sender }: Pick<Reply, 'body'>) => documentNamesOf(api, numberAt(sender, 'id'));
const idsOf = ({ body: page }: Reply) => (page as { items: { id: number }[] }).items.map(({ id }) => id); // checked against the contract by the client

describe('a sender name', () => {
  covers(
    'messaging.sender-name.create.json',
    'messaging.sender-name.create.201',
    'messaging.sender-name.create.country-default',
  );
  test('is registered as JSON and starts in review', async () => {
    const reply = await create({ senderName: 'NordShop', description: 'for orders' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ senderName: 'NordShop', status: 'PRE_REVIEW', countryCode: 'RU', fee: null });
    const { body: partners } = await api.call('GET', `/senders/${numberAt(reply.body, 'id')}`, {
      token: account.token,
    });
    expect(reply.body).toEqual(partners);
  });

  covers('messaging.sender-name.create.multipart');
  test('is registered with its files in a form', async () => {
    const reply = await sendForm([
      jsonPart({ commonType: 'PROMO' }),
      filePart(1),
      filePart(2, { filename: 'b.jpg', content: jpeg(), type: 'image/jpeg' }),
      filePart(3, { filename: 'c.png', content: png(), type: 'image/png' }),
    ]);
    expect([reply.status, reply.body]).toEqual([
      201,
      expect.objectContaining({ commonType: 'PROMO', status: 'PRE_REVIEW' }),
    ]);
    expect(await documentsOf(reply)).toEqual(['b.jpg', 'c.png', 'doc1.pdf']);
  });

  test('may come in a form whose JSON part is a file, and without files', async () => {
    const json = JSON.stringify(nameDraft());
    const reply = await sendForm([{ name: 'body', filename: 'blob', type: 'application/json', content: json }]);
    expect(reply.status).toBe(201);
  });

  covers('messaging.sender-name.create.promo-files');
  test('for PROMO needs a file', async () => {
    for (const reply of [await create({ commonType: 'PROMO' }), await sendForm([jsonPart({ commonType: 'PROMO' })])]) {
      expect([codeOf(reply), msgOf(reply)]).toEqual([4000, 'Bad Request: file1 is required for PROMO']);
    }
  });

  covers('messaging.sender-name.create.required');
  test.each(['channelType', 'senderName', 'commonType', 'dateFrom', 'brand'])('needs %s', async (field) => {
    const reply = await create({ [field]: undefined });
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(`${field} is required`)]);
  });

  covers('messaging.sender-name.create.required');
  test('of a messenger needs no brand', async () => {
    expect(codeOf(await create({ channelType: 'VK', brand: undefined }))).toBe(201);
  });

  covers(
    'messaging.sender-name.sms-characters',
    'messaging.sender-name.megafon.plus',
    'messaging.sender-name.megafon.space',
    'messaging.sender-name.megafon.exclamation',
    'messaging.sender-name.viber',
  );
  test.each([
    [{ senderName: 'ABCDEFGHIJK' }, 201],
    [{ senderName: 'A' }, 201],
    [{ senderName: "!?-_.()&' +" }, 201],
    [{ senderName: 'ABCDEFGHIJKL' }, 4000],
    [{ senderName: 'Магазин' }, 4000],
    [{ senderName: 'a@b' }, 4000],
    [{ senderName: 'A+B', brand: 'MEGAFON' }, 4000],
    [{ senderName: 'A B', brand: 'MEGAFON' }, 4000],
    [{ senderName: 'A!B', brand: 'MEGAFON' }, 201],
    [{ senderName: 'Я'.repeat(28), channelType: 'VIBER' }, 201],
    [{ senderName: 'Я'.repeat(29), channelType: 'VIBER' }, 4000],
    [{ senderName: 'Я'.repeat(64), channelType: 'TELEGRAM' }, 201],
    [{ senderName: 'Я'.repeat(65), channelType: 'TELEGRAM' }, 4000],
    [{ countryCode: 'KZ' }, 201],
    [{ countryCode: 'ZZ' }, 4000],
    [{ countryCode: 'ru' }, 4000],
  ])('with %j answers %i', async (change, code) => {
    expect(codeOf(await create(change))).toBe(code);
  });

  test('is registered once', async () => {
    await create({ senderName: 'Twice' });
    expect(codeOf(await create({ senderName: 'Twice' }))).toBe(4000);
    expect(codeOf(await create({ senderName: 'Twice', brand: 'TELE2' }))).toBe(201);
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
      const { body: made } = await ask('POST', '/sender-names', nameDraft(change), own);
      ids.push(numberAt(made, 'id'));
    }
    const moderator = await givenStaff(api, 'moderator');
    await moderator.ask('POST', `/senders/${ids[1]}/status`, { status: 'REJECTED', managerComment: 'no' });
  });
  const listed = (query: string) => ask('GET', `/sender-names?${query}`, undefined, own);

  covers('messaging.sender-name.list');
  test('are listed in pages', async () => {
    expect((await listed('')).body).toMatchObject({ page: 1, perPage: 100, total: 3 });
    const second = await listed('page=2&per_page=2');
    expect(second.body).toMatchObject({ page: 2, perPage: 2, total: 3 });
    expect(idsOf(second)).toEqual(ids.slice(2));
  });

  covers(
    'messaging.sender-name.list.channel_type',
    'messaging.sender-name.list.country_code',
    'messaging.sender-name.list.filters',
  );
  test.each([
    ['channel_type=VIBER', [2]],
    ['channel_type=VIBER&channel_type=SMS', [0, 1, 2]],
    ['country_code=KZ', [2]],
    ['country_code=RU,KZ', [0, 1, 2]],
    ['brand=TELE2', [1]],
    ['common_type=MULTISIGNATURE', [1]],
    ['common_type=MULTISIGNATURE&common_type=COMMON', [0, 1, 2]],
    ['status=REJECTED', [1]],
    ['status=PRE_REVIEW', [0, 2]],
  ])('filtered by %s are %j', async (query, found) => {
    expect(idsOf(await listed(query))).toEqual(found.map((at) => ids[at]));
  });

  covers('messaging.sender-name.get');
  test('are read by id, and another account gets 404', async () => {
    const [id] = ids;
    expect((await ask('GET', `/sender-names/${id}`, undefined, own)).body).toMatchObject({ id });
    expect(codeOf(await ask('GET', `/sender-names/${id}`))).toBe(4040);
    expect(codeOf(await ask('PUT', `/sender-names/${id}`, {}))).toBe(4040);
    expect(codeOf(await own.ask('GET', '/sender-names', undefined, 'MESSAGES'))).toBe(4030);
  });

  test('that were used without registration are hidden in both APIs and from staff', async () => {
    const id = await givenUnregisteredSender(api, own.companyId, 'Free');
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
    expect(codeOf(await ask('POST', '/sender-names', nameDraft({ channelType: 'VK', senderName: 'Free' }), own))).toBe(
      201,
    );
  });
});

describe('a change of a sender name', () => {
  covers('messaging.sender-name.update');
  test('answers with the changed name', async () => {
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

  test('adds files to the existing ones', async () => {
    const made = await sendForm([jsonPart({ commonType: 'PROMO' }), filePart(1)]);
    const path = `/sender-names/${numberAt(made.body, 'id')}`;
    const reply = await sendForm([{ name: 'body', content: '{}' }, filePart(1, { filename: 'more.pdf' })], {
      method: 'PUT',
      path,
    });
    expect(reply.status).toBe(200);
    expect(await documentsOf(reply)).toEqual(['doc1.pdf', 'more.pdf']);
  });

  test('adds the files of two concurrent changes', async () => {
    const { body: made } = await create();
    const path = `/sender-names/${numberAt(made, 'id')}`;
    const numbers = [1, 2, 3, 4, 5, 6];
    const replies = await Promise.all(
      numbers.map((number) =>
        sendForm([{ name: 'body', content: '{}' }, filePart(1, { filename: `at-once-${number}.pdf` })], {
          method: 'PUT',
          path,
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    expect(await documentsOf({ body: made })).toEqual(numbers.map((number) => `at-once-${number}.pdf`));
  });

  covers('messaging.sender-name.megafon.on-edit');
  test('must follow the rule of MEGAFON', async () => {
    const { body: made } = await create({ brand: 'MEGAFON' });
    const path = `/sender-names/${numberAt(made, 'id')}`;
    for (const senderName of ['A+B', 'A B']) expect(codeOf(await ask('PUT', path, { senderName }))).toBe(4000);
    expect(codeOf(await ask('PUT', path, { senderName: 'A!C' }))).toBe(200);
  });
});
