// Templates of the messaging API: accepted, shown and listed ones.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../given/api.ts';
import { numberAt, type Reply } from '../given/http-client.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { codeOf, FAR, givenTemplateDesk, LONG_AGO, msgOf, type TemplateDesk } from '../given/people/templates.ts';

let api: Api;
let account: Account;
let desk: TemplateDesk;
beforeAll(async () => {
  api = await sharedApi({ moderation: 'manual' });
  account = await givenAccount(api);
  desk = await givenTemplateDesk(api, account);
});
afterAll(() => api.close());

const ask = (method: string, path: string, body?: unknown, of: Account = account) =>
  of.ask(method, path, body, 'SYSTEM');
const idsOf = ({ body }: Reply) => (body as { items: { id: number }[] }).items.map(({ id }) => id); // checked against the contract by the client

describe('a template', () => {
  covers(
    'messaging.template.create',
    'messaging.template.object',
    'messaging.template.object.brand',
    'messaging.template.authorization',
  );
  test('is registered and shown unchanged', async () => {
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

  covers('messaging.template.viber', 'messaging.template.object.countryCode');
  test('of VIBER has a country and no brand', async () => {
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

  covers('messaging.template.object.content');
  test('of WHATSAPP has content', async () => {
    const senderNameId = await desk.givenSender({ channelType: 'WHATSAPP' });
    const content = { header: { text: 'Shop' }, footer: { text: 'Bye' }, keyboard: { buttons: [] } };
    const draft = { channelType: 'WHATSAPP', templateType: 'SERVICE', senderNameId, dateFrom: LONG_AGO };
    const reply = await ask('POST', '/templates', { ...draft, pattern: 'Order %d', content });
    expect(reply.body).toMatchObject({ content });
    expect(reply.body).not.toHaveProperty('countryCode');
    const big = { ...content, extra: 'x'.repeat(10_000) };
    expect(codeOf(await ask('POST', '/templates', { ...draft, pattern: 'b', content: big }))).toBe(4000);
  });

  covers('messaging.template.create.required');
  test.each(['channelType', 'templateType', 'pattern', 'senderNameId', 'dateFrom'])('needs %s', async (field) => {
    const draft = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'x', senderNameId: 1, dateFrom: LONG_AGO };
    const reply = await ask('POST', '/templates', { ...draft, [field]: undefined });
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, `Bad Request: ${field} is required`]);
  });

  covers('messaging.template.create.types', 'messaging.template.pattern.length');
  test.each([
    ['PROMO', { templateType: 'PROMO' }, 'templateType must be one of'],
    ['a long pattern', { pattern: 'x'.repeat(1001) }, 'pattern must be at most 1000'],
    ['a blank pattern', { pattern: '  ' }, 'pattern must not be blank'],
    ['impossible bounds', { pattern: '%d{3,2}' }, 'pattern must limit variables by {a,b}'],
    ['another channel than that of its name', { channelType: 'VK' }, 'channelType must be that of the sender name'],
    ['content for SMS', { content: {} }, 'content is for WHATSAPP only'],
    ['a country for SMS', { countryCode: 'RU' }, 'countryCode is for VIBER only'],
    ['a strange date', { dateFrom: 'soon' }, 'dateFrom must be an ISO 8601 time'],
  ])('is refused with %s', async (_title, change, problem) => {
    const draft = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'x', dateFrom: LONG_AGO };
    const reply = await ask('POST', '/templates', { ...draft, senderNameId: await desk.givenSender(), ...change });
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(problem)]);
  });

  covers('messaging.template.create.types');
  test('accepts every type but PROMO', async () => {
    for (const templateType of ['SERVICE', 'TRANSACT', 'AUTHORIZE']) {
      const { id } = await desk.givenTemplate({ templateType });
      expect((await ask('GET', `/templates/${id}`)).body).toMatchObject({ templateType });
    }
  });

  test('is registered once per name, and again when the first is rejected', async () => {
    const { id, senderNameId } = await desk.givenTemplate();
    const draft = { channelType: 'SMS', templateType: 'SERVICE', pattern: 'Code %d', senderNameId, dateFrom: LONG_AGO };
    expect(codeOf(await ask('POST', '/templates', draft))).toBe(4000);
    await desk.judge(id, 'REJECTED', 'no');
    expect(codeOf(await ask('POST', '/templates', draft))).toBe(201);
    expect(codeOf(await ask('PUT', `/templates/${id}`, { dateFrom: FAR }))).toBe(4000);
  });

  covers('messaging.template.get');
  test('belongs to its account; another account finds neither it nor its sender name', async () => {
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
});

/** Another company of the same partner. */
async function sister(): Promise<number> {
  const company = { name: 'Sister', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  const { body } = await api.call('POST', '/company', { token: account.token, body: { company } });
  return numberAt(body, 'companyId');
}

describe('the list of templates', () => {
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

  covers('messaging.template.list');
  test('has pages of 100', async () => {
    expect((await listed('')).body).toMatchObject({ page: 1, perPage: 100, total: 3 });
    const second = await listed('page=2&per_page=2');
    expect(second.body).toMatchObject({ page: 2, perPage: 2, total: 3 });
    expect(idsOf(second)).toEqual(ids.slice(2));
  });

  covers('messaging.template.list.filters');
  test.each([
    ['channel_type=VIBER', [2]],
    ['channel_type=VIBER,SMS', [0, 1, 2]],
    ['template_type=TRANSACT', [1]],
    ['template_type=TRANSACT&template_type=SERVICE', [0, 1, 2]],
    ['status=REJECTED', [1]],
    ['sender_name=One', [0, 2]],
    ['sender_name=One&channel_type=SMS', [0]],
    ['brand=MTS', [0]],
    ['brand=MTS,TELE2', [0, 1]],
    ['country_code=KZ', [2]],
    ['country_code=RU', []],
  ])('filtered by %s finds %j', async (query, found) => {
    expect(idsOf(await listed(query))).toEqual(found.map((at) => ids[at]));
  });

  covers('messaging.template.list.template_id');
  test('filtered by template_id finds repeated and comma-separated ids', async () => {
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
