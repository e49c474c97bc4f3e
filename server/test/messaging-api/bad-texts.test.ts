// A text that is empty, blank or too long refuses its own item with 400/7403, and the other items of the call are
// created. A mistake of form refuses the whole call.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { valueAt } from '../given/json-path.ts';
import { add, create, people } from '../given/people/campaign.ts';
import { givenSeller, registerName, type Seller, sms } from '../given/people/seller.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await sharedApi();
  seller = await givenSeller(api);
  for (const channelType of ['VIBER', 'WHATSAPP', 'PUSH']) await registerName(api, seller, { channelType });
});
afterAll(() => api.close());

const text = (value: unknown) => ({ contentType: 'text', text: value });
const file = { contentType: 'image', fileUrl: 'https://cdn.example/a.png' };
const step = (content: unknown) => ({ channelType: 'SMS', senderName: 'Shop', content });
const long = 'я'.repeat(671);

describe('a message among others', () => {
  covers('messaging.send.bad-text');
  test.each<[string, string, unknown, string]>([
    ['an empty text', 'SMS', '', 'content must be 1 to 1530 characters long'],
    ['a blank text', 'SMS', ' \n ', 'content must not be blank'],
    ['a text of 1,531 characters', 'SMS', 'a'.repeat(1_531), 'content must be 1 to 1530 characters long'],
    ['a text of 11 parts', 'SMS', long, 'content must have at most 10 parts'],
    ['an empty text in an object', 'VIBER', text(''), 'content.text must be 1 to 1000 characters long'],
    ['a blank text in an object', 'VIBER', text('  '), 'content.text must not be blank'],
    [
      'a long caption',
      'WHATSAPP',
      { ...file, caption: 'c'.repeat(1_025) },
      'content.caption must be at most 1024 characters long',
    ],
    [
      'a long title',
      'PUSH',
      { title: 't'.repeat(101), text: 'x' },
      'content.title must be at most 100 characters long',
    ],
    ['a short code', 'FLASHCALL', '471', 'content must be a code of 4 digits'],
  ])('is refused alone for %s', async (_what, channelType, content, problem) => {
    const items = await seller.results(sms(), sms({ channelType, content, externalMessageId: 'bad' }), sms());
    expect(items).toEqual([
      { messageUuid: expect.any(String), code: 201 },
      {
        messageUuid: null,
        code: 400,
        errorCode: 7403,
        msg: `Text is not usable: ${problem}`,
        externalMessageId: 'bad',
      },
      { messageUuid: expect.any(String), code: 201 },
    ]);
  });

  covers('messaging.send.bad-text', 'messaging.send.whole-request');
  test.each<[string, string, unknown, string]>([
    ['a missing text', 'VIBER', { contentType: 'text' }, '[1].content.text'],
    ['a text that is a number', 'VIBER', text(5), '[1].content.text'],
    ['an unknown type', 'VIBER', { contentType: 'hologram', text: '' }, '[1].content.contentType'],
    [
      'a missing file, beside a long caption',
      'VIBER',
      { contentType: 'image', caption: 'c'.repeat(2_000) },
      '[1].content.fileUrl',
    ],
  ])('refuses the call for %s', async (_what, channelType, content, field) => {
    const before = (await seller.list('per_page=1')).total;
    const reply = await seller.send(sms(), sms({ channelType, content }));
    expect([reply.status, valueAt(reply.body, 'error.details')]).toMatchObject([400, [{ field }]]);
    expect(valueAt(reply.body, 'error.details.1')).toBeUndefined();
    expect((await seller.list('per_page=1')).total).toBe(before);
  });

  covers('messaging.send.bad-text');
  test('is refused with its whole cascade for the text of a step', async () => {
    const nested = { ...step('Fine'), cascade: step(long) };
    const items = await seller.results(sms({ cascade: [step(' ')] }), sms({ cascade: nested }), sms());
    expect(items).toMatchObject([
      { code: 400, errorCode: 7403, msg: 'Text is not usable: cascade[0].content must not be blank' },
      { code: 400, errorCode: 7403, msg: 'Text is not usable: cascade.cascade.content must have at most 10 parts' },
      { code: 201 },
    ]);
    const cascades = [[step('')], [step('Fine'), step(long)], [step('Fine'), step('Fine')]];
    const reply = await seller.ask(
      'POST',
      '/message/cascade',
      cascades.map((cascade) => ({ destination: '79161230001', cascade })),
    );
    expect([reply.status, valueAt(reply.body, 'items')]).toMatchObject([
      200,
      [
        { code: 400, errorCode: 7403, msg: 'Text is not usable: cascade[0].content must be 1 to 1530 characters long' },
        { code: 400, errorCode: 7403, msg: 'Text is not usable: cascade[1].content must have at most 10 parts' },
        { code: 201 },
      ],
    ]);
  });
});

describe('a recipient among others', () => {
  const values = (name: string) => ({ substitutions: { name } });
  const bad = [
    { customText: '' },
    { customText: ' \n ' },
    { customText: long },
    { customText: 'x'.repeat(10_001) },
    values(''),
    values('  '),
    values(long),
    values('x'.repeat(20_000)),
    {},
  ];
  const refusedCodes = [undefined, ...bad.map(() => 7403), undefined];

  covers('messaging.dispatch.messages.bad-text');
  test('is refused alone in a dispatch of the messaging API', async () => {
    const id = await create(seller, { content: '{name}' });
    const recipients = [values('Ann'), ...bad, { customText: 'Own' }];
    const added = await add(
      seller,
      id,
      people(recipients.length).map((one, at) => ({ ...one, ...recipients[at] })),
    );
    expect(added.map(({ errorCode }) => errorCode)).toEqual(refusedCodes);
  });

  covers('messaging.dispatch.messages.bad-text');
  test('is refused alone for the text of a step, and a file may have no text', async () => {
    const cascade = [step('{name}')];
    const id = await create(seller, { channelType: 'VIBER', content: 'Hi', cascade });
    const [one, two, three] = people(3);
    const added = await add(seller, id, [
      { ...one, ...values('Ann') },
      { ...two, ...values(' ') },
      { ...three, ...values(long) },
    ]);
    expect(added.map(({ errorCode }) => errorCode)).toEqual([undefined, 7403, 7403]);
    const files = await create(seller, { channelType: 'VIBER', content: file });
    expect(await add(seller, files, people(1))).toMatchObject([{ messageUuid: expect.any(String) }]);
  });

  covers('dispatch.create.bad-text');
  test('is refused alone in a dispatch of the partner API', async () => {
    const call = (path: string, body: unknown) => api.call('POST', path, { token: seller.token, body });
    const companyId = await givenCompany(api, seller.token);
    const senderId = await registerName(api, { companyId, token: seller.token }, {});
    const recipients = [values('Ann'), ...bad, { customText: 'Own' }].map((one) => ({
      destination: '79161230001',
      ...one,
    }));
    const draft = { companyId, name: 'July', senderIds: [senderId], channelType: 'SMS', text: '{name}' };
    const created = await call('/dispatches', { ...draft, messages: recipients });
    const counts = { total: recipients.length, success: 2, failed: bad.length };
    const rejected = bad.map((_, at) => ({ index: at + 1, errorCode: 7403 }));
    expect(created).toMatchObject({ status: 200, body: { ...counts, rejected } });
    const more = await call(`/dispatches/${numberAt(created.body, 'id')}/messages`, { messages: recipients });
    expect(more).toMatchObject({ status: 200, body: { ...counts, rejected } });
  });
});
