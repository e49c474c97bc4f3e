// Templates of the messaging API: what is taken, shown and found.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, givenAccount } from '../given/account.ts';
import { type Api, givenApi } from '../given/api.ts';
import { numberAt, type Reply } from '../given/http-client.ts';
import { codeOf, FAR, givenTemplateDesk, LONG_AGO, msgOf, type TemplateDesk } from '../given/templates.ts';

let api: Api;
let account: Account;
let desk: TemplateDesk;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
  desk = await givenTemplateDesk(api, account);
});
afterAll(() => api.close());

const ask = (method: string, path: string, body?: unknown, of: Account = account) =>
  of.ask(method, path, body, 'SYSTEM');
const idsOf = ({ body }: Reply) => (body as { items: { id: number }[] }).items.map(({ id }) => id); // held against the contract

describe('a template', () => {
  test('is registered and shown as it is [messaging.template.create messaging.template.object messaging.template.object.brand messaging.template.authorization]', async () => {
    const senderNameId = await desk.givenSender({ senderName: 'Bank', brand: 'BEELINE' });
    const draft = { channelType: 'SMS', templateType: 'AUTHORIZE', pattern: 'Code %d{4,6}', senderNameId };
    const reply = await ask('POST', '/templates', { ...draft, dateFrom: LONG_AGO });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      ...draft,
      id: expect.any(Number),
      dateFrom: LONG_AGO,
      dateTo: null,
      senderName: 'Bank',
      brand: 'BEELINE',
      managerComment: null,
      status: 'INTERNAL_REVIEW',
      createdAt: expect.any(String),
      rejectedAt: null,
    });
    const again = await ask('GET', `/templates/${numberAt(reply.body, 'id')}`);
    expect([again.status, again.body]).toEqual([200, reply.body]);
  });

  test('of VIBER has a country, and no brand [messaging.template.viber messaging.template.object.countryCode]', async () => {
    const senderNameId = await desk.givenSender({ channelType: 'VIBER' });
    const draft = { channelType: 'VIBER', templateType: 'SERVICE', senderNameId, dateFrom: LONG_AGO };
    const own = await ask('POST', '/templates', { ...draft, pattern: 'a %w' });
    expect(own.body).toMatchObject({ countryCode: 'RU' });
    const named = await ask('POST', '/templates', { ...draft, pattern: 'b %w', countryCode: 'KZ' });
    expect(named.body).toMatchObject({ countryCode: 'KZ' });
    expect(named.body).not.toHaveProperty('brand');
    const unknown = await ask('POST', '/templates', { ...draft, pattern: 'c %w', countryCode: 'ZZ' });
    expect(codeOf(unknown)).toBe(4000);
  });

  test('of WHATSAPP has content [messaging.template.object.content]', async () => {
    const senderNameId = await desk.givenSender({ channelType: 'WHATSAPP' });
    const content = { header: { text: 'Shop' }, footer: { text: 'Bye' }, keyboard: { buttons: [] } };
    const draft = { channelType: 'WHATSAPP', templateType: 'SERVICE', senderNameId, dateFrom: LONG_AGO };
    const reply = await ask('POST', '/templates', { ...draft, pattern: 'Order %d', content });
    expect(reply.body).toMatchObject({ content });
    expect(reply.body).not.toHaveProperty('countryCode');
    const big = { ...content, extra: 'x'.repeat(10_000) };
    expect(codeOf(await ask('POST', '/templates', { ...draft, pattern: 'b', content: big }))).toBe(4000);
  });

  test.each(['channelType', 'templateType', 'pattern', 'senderNameId', 'dateFrom'])(
    'needs %s [messaging.template.create.required]',
    async (field) => {
      const draft = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'x', senderNameId: 1, dateFrom: LONG_AGO };
      const reply = await ask('POST', '/templates', { ...draft, [field]: undefined });
      expect([codeOf(reply), msgOf(reply)]).toEqual([4000, `Bad Request: ${field} is required`]);
    },
  );

  test.each([
    ['PROMO [messaging.template.create.types]', { templateType: 'PROMO' }, 'templateType must be one of'],
    [
      'a long pattern [messaging.template.pattern.length]',
      { pattern: 'x'.repeat(1001) },
      'pattern must be at most 1000',
    ],
    ['a blank pattern', { pattern: '  ' }, 'pattern must not be blank'],
    ['bounds that cannot be', { pattern: '%d{3,2}' }, 'pattern may bound a variable only by {a,b}'],
    ['another channel than that of its name', { channelType: 'VK' }, 'channelType must be that of the sender name'],
    ['content for SMS', { content: {} }, 'content is for WHATSAPP only'],
    ['a country for SMS', { countryCode: 'RU' }, 'countryCode is for VIBER only'],
    ['a strange date', { dateFrom: 'soon' }, 'dateFrom must be an ISO 8601 time'],
  ])('is refused: %s', async (_title, change, problem) => {
    const draft = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'x', dateFrom: LONG_AGO };
    const reply = await ask('POST', '/templates', { ...draft, senderNameId: await desk.givenSender(), ...change });
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(problem)]);
  });

  test('takes every type but PROMO [messaging.template.create.types]', async () => {
    for (const templateType of ['SERVICE', 'TRANSACT', 'AUTHORIZE']) {
      const { id } = await desk.givenTemplate({ templateType });
      expect((await ask('GET', `/templates/${id}`)).body).toMatchObject({ templateType });
    }
  });

  test('is registered once under its name, and again when the first is refused', async () => {
    const { id, senderNameId } = await desk.givenTemplate();
    const draft = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'Code %d', senderNameId, dateFrom: LONG_AGO };
    expect(codeOf(await ask('POST', '/templates', draft))).toBe(4000);
    await desk.judge(id, 'REJECTED', 'no');
    expect(codeOf(await ask('POST', '/templates', draft))).toBe(201);
    expect(codeOf(await ask('PUT', `/templates/${id}`, { dateFrom: FAR }))).toBe(4000);
  });

  test('belongs to its account; another one does not find it, nor its names [messaging.template.get]', async () => {
    const { id, senderNameId } = await desk.givenTemplate();
    const stranger = await givenAccount(api);
    for (const other of [stranger, await givenAccount(api, { company: { ...account, companyId: await sister() } })]) {
      expect(codeOf(await ask('GET', `/templates/${id}`, undefined, other))).toBe(4040);
      expect(codeOf(await ask('PUT', `/templates/${id}`, { pattern: 'x' }, other))).toBe(4040);
      expect((await ask('GET', '/templates', undefined, other)).body).toMatchObject({ total: 0 });
      const draft = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'x', senderNameId, dateFrom: LONG_AGO };
      expect(codeOf(await ask('POST', '/templates', draft, other))).toBe(4000);
    }
    expect(codeOf(await ask('GET', '/templates/2147483647'))).toBe(4040);
  });

  test('is for keys of type SYSTEM', async () => {
    for (const type of ['MESSAGES', 'VERIFIER', 'VERIFIER_BUILDER'] as const) {
      expect(codeOf(await account.ask('GET', '/templates', undefined, type))).toBe(4030);
    }
  });
});

/** Another company of the same partner. */
async function sister(): Promise<number> {
  const company = { name: 'Sister', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  const { body } = await api.call('POST', '/company', { token: account.token, body: { company } });
  return numberAt(body, 'companyId');
}

describe('the list', () => {
  let own: Account;
  const ids: number[] = [];
  beforeAll(async () => {
    own = await givenAccount(api);
    const mts = await desk.givenSender({ senderName: 'One' }, own);
    const tele2 = await desk.givenSender({ senderName: 'Two', brand: 'TELE2' }, own);
    const viber = await desk.givenSender({ senderName: 'One', channelType: 'VIBER' }, own);
    for (const draft of [
      { channelType: 'SMS', templateType: 'SERVICE', senderNameId: mts },
      { channelType: 'SMS', templateType: 'TRANSACT', senderNameId: tele2 },
      { channelType: 'VIBER', templateType: 'SERVICE', senderNameId: viber, countryCode: 'KZ' },
    ]) {
      const { body } = await ask('POST', '/templates', { ...draft, pattern: 'x', dateFrom: LONG_AGO }, own);
      ids.push(numberAt(body, 'id'));
    }
    await desk.judge(ids[1] ?? 0, 'REJECTED', 'no');
  });
  const listed = (query: string) => ask('GET', `/templates?${query}`, undefined, own);

  test('has pages of 100 [messaging.template.list]', async () => {
    expect((await listed('')).body).toMatchObject({ page: 1, perPage: 100, total: 3 });
    const second = await listed('page=2&per_page=2');
    expect(second.body).toMatchObject({ page: 2, perPage: 2, total: 3 });
    expect(idsOf(second)).toEqual(ids.slice(2));
  });

  test.each([
    ['channel_type=VIBER', [2], '[messaging.template.list.filters]'],
    ['channel_type=VIBER,SMS', [0, 1, 2], '[messaging.template.list.filters]'],
    ['template_type=TRANSACT', [1], '[messaging.template.list.filters]'],
    ['template_type=TRANSACT&template_type=SERVICE', [0, 1, 2], '[messaging.template.list.filters]'],
    ['status=REJECTED', [1], '[messaging.template.list.filters]'],
    ['sender_name=One', [0, 2], '[messaging.template.list.filters]'],
    ['sender_name=One&channel_type=SMS', [0], '[messaging.template.list.filters]'],
    ['brand=MTS', [0], '[messaging.template.list.filters]'],
    ['brand=MTS,TELE2', [0, 1], '[messaging.template.list.filters]'],
    ['country_code=KZ', [2], '[messaging.template.list.filters]'],
    ['country_code=RU', [], '[messaging.template.list.filters]'],
  ])('by %s finds %j %s', async (query, found) => {
    expect(idsOf(await listed(query))).toEqual(found.map((at) => ids[at]));
  });

  test('by template_id finds those, repeated or in a list [messaging.template.list.template_id]', async () => {
    const [first, second, third] = ids;
    expect(idsOf(await listed(`template_id=${second}`))).toEqual([second]);
    expect(idsOf(await listed(`template_id=${third}&template_id=${first}`))).toEqual([first, third]);
    expect(idsOf(await listed(`template_id=${first},${second},9999999999`))).toEqual([first, second]);
  });

  test.each(['template_id=x', 'template_id=0', 'status=DRAFT', 'template_type=PROMO', 'brand=X', 'per_page=1001'])(
    'refuses %s',
    async (query) => {
      expect(codeOf(await listed(query))).toBe(4000);
    },
  );
});
