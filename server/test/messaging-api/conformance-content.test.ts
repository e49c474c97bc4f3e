// What each channel takes as content, and how it is shown again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { valueAt } from '../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../given/sending.ts';
import { givenStaff } from '../given/staff.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
  for (const channelType of ['VIBER', 'WHATSAPP', 'VK', 'TELEGRAM', 'TEXT_TO_SPEECH', 'WEASY', 'PUSH'])
    await api.call('POST', '/senders', {
      token: seller.token,
      body: {
        companyId: seller.companyId,
        senderName: 'Shop',
        brand: 'MTS',
        channelType,
        commonType: 'COMMON',
        dateFrom: '2024-07-01T00:00:00Z',
      },
    });
});
afterAll(() => api.close());

const text = (value: string) => ({ contentType: 'text', text: value });
const code = 'Authorization code from Shop: 1234';
const send = (channelType: string, content: unknown, change: object = {}) =>
  seller.send(sms({ channelType, content, ...change }));
const refused = { status: 400, body: { error: { code: 4000 } } };

describe('every channel', () => {
  test.each<[string, string, unknown, string]>([
    ['SMS [messaging.service.channels]', 'SMS', 'Hi', 'Shop'],
    ['VIBER [messaging.service.channels]', 'VIBER', text('Hi'), 'Shop'],
    ['WHATSAPP [messaging.service.channels]', 'WHATSAPP', text('Hi'), 'Shop'],
    ['VK [messaging.service.channels]', 'VK', 'Hi', 'Shop'],
    ['TELEGRAM [messaging.service.channels]', 'TELEGRAM', text('Hi'), 'Shop'],
    ['FLASHCALL [messaging.service.further-channels messaging.version.v14-v16.flashcall]', 'FLASHCALL', '1234', 'any'],
    ['VOICECODE [messaging.service.further-channels messaging.version.v17]', 'VOICECODE', text(code), 'voicecode'],
    [
      'TEXT_TO_SPEECH [messaging.service.further-channels messaging.version.v14-v16.text-to-speech]',
      'TEXT_TO_SPEECH',
      text('Hi'),
      'Shop',
    ],
    ['WEASY [messaging.service.further-channels messaging.version.v23]', 'WEASY', text('Hi'), 'Shop'],
    [
      'PUSH [messaging.service.further-channels messaging.version.v30]',
      'PUSH',
      { contentType: 'push', text: 'Hi' },
      'Shop',
    ],
  ])('takes a message over %s', async (_statement, channelType, content, senderName) => {
    const [item] = await seller.results(sms({ channelType, content, senderName }));
    expect(item).toMatchObject({ code: 201 });
    const shown = await seller.message(item?.messageUuid ?? '');
    expect(shown).toMatchObject({ channelType, totalParts: 1 });
  });

  test.each<[string, string, unknown, object]>([
    [
      'FLASHCALL lives at least half a minute [messaging.send.param.ttl.range-voice messaging.version.v18]',
      'FLASHCALL',
      '1234',
      {},
    ],
    [
      'VOICECODE lives at least half a minute [messaging.send.param.ttl.range-voice messaging.version.v18]',
      'VOICECODE',
      text(code),
      { senderName: 'voicecode' },
    ],
    [
      'TEXT_TO_SPEECH lives at least half a minute [messaging.send.param.ttl.range-voice]',
      'TEXT_TO_SPEECH',
      text('Hi'),
      {},
    ],
  ])('%s', async (_statement, channelType, content, change) => {
    expect((await send(channelType, content, { ...change, ttl: 30 })).status).toBe(200);
    expect(await send(channelType, content, { ...change, ttl: 29 })).toMatchObject(refused);
    expect(await send(channelType, content, { ...change, ttl: 86_401 })).toMatchObject(refused);
  });

  test.each(['VIBER', 'WHATSAPP', 'VK', 'TELEGRAM', 'PUSH', 'WEASY'])(
    '%s lives at least a minute [messaging.send.param.ttl.range]',
    async (channelType) => {
      const content = channelType === 'PUSH' ? { contentType: 'push', text: 'Hi' } : text('Hi');
      expect((await send(channelType, content, { ttl: 60 })).status).toBe(200);
      expect(await send(channelType, content, { ttl: 59 })).toMatchObject(refused);
    },
  );
});

test.each(['VK', 'FLASHCALL'])(
  'messages over %s may each have a name of their own, and no list is filled by them [messaging.send.name.free]',
  async (channelType) => {
    const names = Array.from({ length: 500 }, (_, at) => `Order ${at}`);
    const items = await seller.results(...names.map((senderName) => sms({ channelType, content: '1234', senderName })));
    expect(new Set(items.map(({ code }) => code))).toEqual(new Set([201]));
    const { rows } = await api.platform.db.pool.query<{ fullest: number }>(
      `select max(strand) as fullest from strands where dispatch_id in (
         select dispatch_id from strands t join senders s on s.id = t.sender_id
         where s.company_id = $1 and s.channel_type = $2 and s.sender_name like 'Order %')`,
      [seller.companyId, channelType],
    );
    expect(rows[0]?.fullest).toBeLessThan(100);
  },
);

describe('content', () => {
  test('of an object is its text, and the object is shown as it came [messaging.send.content.special messaging.object.specialContent messaging.version.v6]', async () => {
    const content = { contentType: 'text', text: 'Hello', footer: { text: 'Bye' } };
    const [item] = await seller.results(sms({ channelType: 'WHATSAPP', content }));
    const shown = await seller.message(item?.messageUuid ?? '');
    expect([shown['content'], shown['specialContent']]).toEqual(['Hello', content]);
  });

  test('of a file is its caption [messaging.send.content.special]', async () => {
    const content = { contentType: 'image', fileUrl: 'https://example.com/a.png', caption: 'A picture' };
    const [item] = await seller.results(sms({ channelType: 'WHATSAPP', content }));
    expect(await seller.message(item?.messageUuid ?? '')).toMatchObject({
      content: 'A picture',
      specialContent: content,
    });
  });

  test.each(['WHATSAPP', 'VIBER'])(
    'of a file needs no word beside it on %s [messaging.send.content.file-url messaging.limits.parts]',
    async (channelType) => {
      const content = { contentType: 'image', fileUrl: 'https://example.com/a.png' };
      const [item] = await seller.results(sms({ channelType, content }));
      expect(item).toMatchObject({ code: 201 });
      const shown = await seller.message(item?.messageUuid ?? '');
      expect(shown).toMatchObject({ content: '', specialContent: content, totalParts: 1 });
    },
  );

  test('is no place to keep files in: an object is small [messaging.send.content.object-size]', async () => {
    const content = { contentType: 'push', text: 'Hi', data: { file: 'a'.repeat(2_000_000) } };
    const reply = await send('PUSH', content);
    expect(reply).toMatchObject(refused);
    expect(valueAt(reply.body, 'error.details.0.field')).toBe('[0].content');
  });

  test('that is a text is named as such when it is refused [messaging.error.4000]', async () => {
    const { body } = await send('SMS', '');
    expect(valueAt(body, 'error.details.0.field')).toBe('[0].content');
  });

  test('of a plain text has no object beside it [messaging.object.specialContent messaging.object.absent-omitted]', async () => {
    expect(await seller.message(await seller.sendOne())).not.toHaveProperty('specialContent');
  });

  test('as a text is taken by channels of objects [messaging.send.content.string-for-object-channel]', async () => {
    const [item] = await seller.results(sms({ channelType: 'TELEGRAM', content: 'Plain' }));
    expect(await seller.message(item?.messageUuid ?? '')).toMatchObject({ content: 'Plain' });
  });

  test.each(['SMS', 'VK'])(
    'as an object of a text is taken by %s [messaging.send.content.object-for-sms]',
    async (channelType) => {
      const [item] = await seller.results(sms({ channelType, content: text('Boxed') }));
      expect(await seller.message(item?.messageUuid ?? '')).toMatchObject({ content: 'Boxed' });
    },
  );

  test.each<[string, string, unknown]>([
    ['VK of 2,049 characters [messaging.send.content.vk-length]', 'VK', 'a'.repeat(2_049)],
    ['FLASHCALL of three digits [messaging.send.content.flashcall]', 'FLASHCALL', '123'],
    ['FLASHCALL of letters [messaging.send.content.flashcall]', 'FLASHCALL', 'abcd'],
    ['VIBER of 1,001 characters [messaging.send.content.viber-length]', 'VIBER', text('a'.repeat(1_001))],
    ['WHATSAPP of 4,097 characters [messaging.send.content.whatsapp-length]', 'WHATSAPP', text('a'.repeat(4_097))],
    ['an image without its address [messaging.send.content.file-url]', 'WHATSAPP', { contentType: 'image' }],
    [
      'an image at an http address [messaging.send.content.file-url]',
      'VIBER',
      { contentType: 'image', fileUrl: 'http://example.com/a' },
    ],
    [
      'a code of three characters [messaging.send.content.authentication]',
      'WHATSAPP',
      { contentType: 'authentication', code: '123' },
    ],
    [
      'a code of nine characters [messaging.send.content.authentication]',
      'WHATSAPP',
      { contentType: 'authentication', code: '123456789' },
    ],
    ['a voice nobody has [messaging.send.content.tts]', 'TEXT_TO_SPEECH', { ...text('Hi'), voice: 'ROBOT' }],
    ['a speed below a half [messaging.send.content.tts]', 'TEXT_TO_SPEECH', { ...text('Hi'), speed: 0.4 }],
    ['a speed above two [messaging.send.content.tts]', 'TEXT_TO_SPEECH', { ...text('Hi'), speed: 2.1 }],
    ['PUSH without a text [messaging.send.content.push]', 'PUSH', { contentType: 'push', title: 'Hi' }],
    [
      'PUSH with a title of 101 characters [messaging.send.content.push]',
      'PUSH',
      { contentType: 'push', title: 'a'.repeat(101), text: 'Hi' },
    ],
    ['an empty SMS [messaging.send.content.required]', 'SMS', ''],
    ['a list [messaging.send.content.string-or-object]', 'SMS', ['Hi']],
  ])('is refused: %s', async (_statement, channelType, content) => {
    expect(await send(channelType, content)).toMatchObject(refused);
  });

  test.each<[string, string, unknown]>([
    ['VK of 2,048 characters [messaging.send.content.vk-length]', 'VK', 'a'.repeat(2_048)],
    ['VIBER of 1,000 characters [messaging.send.content.viber-length]', 'VIBER', text('a'.repeat(1_000))],
    ['WHATSAPP of 4,096 characters [messaging.send.content.whatsapp-length]', 'WHATSAPP', text('a'.repeat(4_096))],
    [
      'a code over WHATSAPP [messaging.send.content.authentication messaging.version.v32]',
      'WHATSAPP',
      { contentType: 'authentication', code: '1234' },
    ],
    [
      'a voice and a speed [messaging.send.content.tts messaging.version.v19]',
      'TEXT_TO_SPEECH',
      { ...text('Hi'), voice: 'MALE', speed: 2 },
    ],
    ['PUSH with a title [messaging.send.content.push]', 'PUSH', { contentType: 'push', title: 'News', text: 'Hi' }],
  ])('is taken: %s', async (_statement, channelType, content) => {
    expect(await seller.results(sms({ channelType, content }))).toMatchObject([{ code: 201 }]);
  });

  test('of FLASHCALL has up to six digits where the account asked for it [messaging.send.content.flashcall-longer]', async () => {
    const other = await givenSeller(api);
    const staff = await givenStaff(api, 'sre');
    const long = sms({ channelType: 'FLASHCALL', content: '471100' });
    const later = sms({ cascade: [{ channelType: 'FLASHCALL', senderName: 'any', content: '47110' }] });
    for (const message of [long, later]) expect(await seller.send(message)).toMatchObject(refused);
    const isOn = { name: 'long-flashcall-codes', companyId: other.companyId, isOn: true };
    expect((await staff.ask('PUT', '/switches', isOn)).status).toBe(200);
    for (const message of [long, later]) {
      expect(await other.results(message)).toMatchObject([{ code: 201 }]);
      expect(await seller.send(message)).toMatchObject(refused);
    }
    for (const content of ['471', '4711000', '47a1'])
      expect(await other.send(sms({ channelType: 'FLASHCALL', content }))).toMatchObject(refused);
  });

  test('of VOICECODE needs a code of 4 to 8 digits, blanks and hyphens between them [messaging.send.content.voicecode]', async () => {
    const result = async (value: string) =>
      (await seller.results(sms({ channelType: 'VOICECODE', senderName: 'voicecode', content: text(value) })))[0];
    for (const right of ['Code 1234', 'Code: 1 2 3 4', 'Code 12-34-56', '12345678'])
      expect([right, (await result(right))?.code]).toEqual([right, 201]);
    for (const wrong of ['Code 123', 'no digits'])
      expect([wrong, await result(wrong)]).toMatchObject([wrong, { code: 400, errorCode: 7401 }]);
    expect(await send('VOICECODE', text('1'.repeat(4) + 'a'.repeat(1_000)), { senderName: 'voicecode' })).toMatchObject(
      refused,
    );
  });
});

describe('parts of an SMS', () => {
  test.each<[string, string, number]>([
    ['160 characters are one part [messaging.limits.parts messaging.object.totalParts]', 'a'.repeat(160), 1],
    ['161 characters are two parts [messaging.limits.parts]', 'a'.repeat(161), 2],
    ['307 characters are three parts [messaging.limits.parts]', 'a'.repeat(307), 3],
    ['70 Cyrillic characters are one part [messaging.limits.parts]', 'я'.repeat(70), 1],
    ['71 Cyrillic characters are two parts [messaging.limits.parts]', 'я'.repeat(71), 2],
    ['1,530 characters are ten parts [messaging.send.content.sms-parts]', 'a'.repeat(1_530), 10],
  ])('%s', async (_statement, content, parts) => {
    const shown = await seller.message(await seller.sendOne({ content }));
    expect(shown).toMatchObject({ totalParts: parts, price: { totalPrice: expect.closeTo(parts * 3.2, 4) } });
  });

  test('are counted with short links, however long the links were [messaging.send.content.sms-parts messaging.send.param.shortUrl]', async () => {
    const content = `${'a'.repeat(1_300)} https://example.com/${'b'.repeat(1_500)}`;
    const shown = await seller.message(await seller.sendOne({ content, shortUrl: true }));
    expect(shown['totalParts']).toBeLessThanOrEqual(10);
    expect(await send('SMS', content)).toMatchObject(refused);
    const [item] = await seller.results(sms({ content: 'a'.repeat(1_531), shortUrl: true }));
    expect(item).toMatchObject({ messageUuid: null, code: 400, errorCode: 7403 });
  });

  test('are not more than the channel shows, when short links are longer than those they stand for [messaging.send.content.vk-length]', async () => {
    const content = 'http://a.ru '.repeat(170).trim();
    const [item] = await seller.results(sms({ channelType: 'VK', content, shortUrl: true }));
    expect(item).toMatchObject({ messageUuid: null, code: 400, errorCode: 7403 });
  });

  test('are ten at most [messaging.send.content.sms-parts]', async () => {
    const before = (await seller.list('per_page=1')).total;
    const reply = await send('SMS', 'a'.repeat(1_531));
    // Too long a text is a wrong field of the request.
    expect(reply).toMatchObject(refused);
    expect((await seller.list('per_page=1')).total).toBe(before);
  });
});
