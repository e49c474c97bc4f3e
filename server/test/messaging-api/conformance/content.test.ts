// The content that each channel accepts, and how it is shown.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { fullestBucket } from '../../given/rows/strands.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
  for (const channelType of ['VIBER', 'WHATSAPP', 'VK', 'TELEGRAM', 'TEXT_TO_SPEECH', 'WEASY', 'PUSH', 'MAX'])
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
/** A bad text refuses its own message only. */
const refusedAlone = { status: 200, body: { items: [{ messageUuid: null, code: 400, errorCode: 7403 }] } };

describe('every channel', () => {
  covers(
    'messaging.service.channels',
    'messaging.service.further-channels',
    'messaging.service.channel-max',
    'messaging.version.v14-v16.flashcall',
    'messaging.version.v17',
    'messaging.version.v14-v16.text-to-speech',
    'messaging.version.v23',
    'messaging.version.v30',
  );
  test.each<[string, unknown, string]>([
    ['SMS', 'Hi', 'Shop'],
    ['VIBER', text('Hi'), 'Shop'],
    ['WHATSAPP', text('Hi'), 'Shop'],
    ['VK', 'Hi', 'Shop'],
    ['TELEGRAM', text('Hi'), 'Shop'],
    ['FLASHCALL', '1234', 'any'],
    ['VOICECODE', text(code), 'voicecode'],
    ['TEXT_TO_SPEECH', text('Hi'), 'Shop'],
    ['WEASY', text('Hi'), 'Shop'],
    ['PUSH', { contentType: 'push', text: 'Hi' }, 'Shop'],
    ['MAX', text('Hi'), 'Shop'],
  ])('accepts a message over %s', async (channelType, content, senderName) => {
    const [item] = await seller.results(sms({ channelType, content, senderName }));
    expect(item).toMatchObject({ code: 201 });
    const shown = await seller.message(item?.messageUuid ?? '');
    expect(shown).toMatchObject({ channelType, totalParts: 1 });
  });

  covers('messaging.send.param.ttl.range-voice', 'messaging.version.v18');
  test.each<[string, string, unknown, object]>([
    ['FLASHCALL has a lifetime of at least 30 seconds', 'FLASHCALL', '1234', {}],
    ['VOICECODE has a lifetime of at least 30 seconds', 'VOICECODE', text(code), { senderName: 'voicecode' }],
    ['TEXT_TO_SPEECH has a lifetime of at least 30 seconds', 'TEXT_TO_SPEECH', text('Hi'), {}],
  ])('%s', async (_statement, channelType, content, change) => {
    expect((await send(channelType, content, { ...change, ttl: 30 })).status).toBe(200);
    expect(await send(channelType, content, { ...change, ttl: 29 })).toMatchObject(refused);
    expect(await send(channelType, content, { ...change, ttl: 86_401 })).toMatchObject(refused);
  });

  covers('messaging.send.param.ttl.range');
  test.each(['VIBER', 'WHATSAPP', 'VK', 'TELEGRAM', 'PUSH', 'WEASY', 'MAX'])(
    '%s has a lifetime of at least a minute',
    async (channelType) => {
      const content = channelType === 'PUSH' ? { contentType: 'push', text: 'Hi' } : text('Hi');
      expect((await send(channelType, content, { ttl: 60 })).status).toBe(200);
      expect(await send(channelType, content, { ttl: 59 })).toMatchObject(refused);
    },
  );
});

covers('messaging.send.name.free');
test.each(['VK', 'FLASHCALL'] as const)(
  'messages over %s may each have another name, and no bucket is filled by them',
  async (channelType) => {
    const names = Array.from({ length: 500 }, (_, at) => `Order ${at}`);
    const items = await seller.results(...names.map((senderName) => sms({ channelType, content: '1234', senderName })));
    expect(new Set(items.map(({ code }) => code))).toEqual(new Set([201]));
    expect(await fullestBucket(api, seller.companyId, channelType, 'Order ')).toBeLessThan(100);
  },
);

describe('content', () => {
  covers('messaging.send.content.special', 'messaging.object.specialContent', 'messaging.version.v6');
  test('of an object is its text, and the object is shown unchanged', async () => {
    const content = { contentType: 'text', text: 'Hello', footer: { text: 'Bye' } };
    const [item] = await seller.results(sms({ channelType: 'WHATSAPP', content }));
    const shown = await seller.message(item?.messageUuid ?? '');
    expect([shown['content'], shown['specialContent']]).toEqual(['Hello', content]);
  });

  covers('messaging.send.content.special');
  test('of a file is its caption', async () => {
    const content = { contentType: 'image', fileUrl: 'https://example.com/a.png', caption: 'A picture' };
    const [item] = await seller.results(sms({ channelType: 'WHATSAPP', content }));
    expect(await seller.message(item?.messageUuid ?? '')).toMatchObject({
      content: 'A picture',
      specialContent: content,
    });
  });

  covers('messaging.send.content.file-url', 'messaging.limits.parts');
  test.each(['WHATSAPP', 'VIBER'])('of a file needs no caption on %s', async (channelType) => {
    const content = { contentType: 'image', fileUrl: 'https://example.com/a.png' };
    const [item] = await seller.results(sms({ channelType, content }));
    expect(item).toMatchObject({ code: 201 });
    const shown = await seller.message(item?.messageUuid ?? '');
    expect(shown).toMatchObject({ content: '', specialContent: content, totalParts: 1 });
  });

  covers('messaging.send.content.object-size');
  test('as an object has a limited size', async () => {
    const content = { contentType: 'push', text: 'Hi', data: { file: 'a'.repeat(2_000_000) } };
    expect(await send('PUSH', content)).toMatchObject(refusedAlone);
  });

  covers('messaging.error.4000');
  test('as a text is named in its refusal', async () => {
    const { body } = await send('SMS', 5);
    expect(valueAt(body, 'error.details.0.field')).toBe('[0].content');
  });

  covers('messaging.object.specialContent', 'messaging.object.absent-omitted');
  test('of a plain text has no object', async () => {
    expect(await seller.message(await seller.sendOne())).not.toHaveProperty('specialContent');
  });

  covers('messaging.send.content.string-for-object-channel');
  test('as a text is accepted by channels of objects', async () => {
    const [item] = await seller.results(sms({ channelType: 'TELEGRAM', content: 'Plain' }));
    expect(await seller.message(item?.messageUuid ?? '')).toMatchObject({ content: 'Plain' });
  });

  covers('messaging.send.content.object-for-sms');
  test.each(['SMS', 'VK'])('as an object of a text is accepted by %s', async (channelType) => {
    const [item] = await seller.results(sms({ channelType, content: text('Boxed') }));
    expect(await seller.message(item?.messageUuid ?? '')).toMatchObject({ content: 'Boxed' });
  });

  covers(
    'messaging.send.content.vk-length',
    'messaging.send.content.flashcall',
    'messaging.send.content.viber-length',
    'messaging.send.content.whatsapp-length',
    'messaging.send.content.max-length',
    'messaging.send.content.authentication',
    'messaging.send.content.push',
    'messaging.send.bad-text',
  );
  test.each<[string, string, unknown]>([
    ['VK of 2,049 characters', 'VK', 'a'.repeat(2_049)],
    ['FLASHCALL of three digits', 'FLASHCALL', '123'],
    ['VIBER of 1,001 characters', 'VIBER', text('a'.repeat(1_001))],
    ['WHATSAPP of 4,097 characters', 'WHATSAPP', text('a'.repeat(4_097))],
    ['MAX of 4,001 characters', 'MAX', text('a'.repeat(4_001))],
    ['a code of three characters', 'WHATSAPP', { contentType: 'authentication', code: '123' }],
    ['a code of nine characters', 'WHATSAPP', { contentType: 'authentication', code: '123456789' }],
    ['PUSH with a title of 101 characters', 'PUSH', { contentType: 'push', title: 'a'.repeat(101), text: 'Hi' }],
    ['an empty SMS', 'SMS', ''],
  ])('is refused alone: %s', async (_statement, channelType, content) => {
    expect(await send(channelType, content)).toMatchObject(refusedAlone);
  });

  covers(
    'messaging.send.content.flashcall',
    'messaging.send.content.file-url',
    'messaging.send.content.tts',
    'messaging.send.content.push',
    'messaging.send.content.required',
    'messaging.send.content.string-or-object',
  );
  test.each<[string, string, unknown]>([
    ['FLASHCALL of letters', 'FLASHCALL', 'abcd'],
    ['an image without its address', 'WHATSAPP', { contentType: 'image' }],
    ['an image at an http address', 'VIBER', { contentType: 'image', fileUrl: 'http://example.com/a' }],
    ['an unknown voice', 'TEXT_TO_SPEECH', { ...text('Hi'), voice: 'ROBOT' }],
    ['a speed below a half', 'TEXT_TO_SPEECH', { ...text('Hi'), speed: 0.4 }],
    ['a speed above two', 'TEXT_TO_SPEECH', { ...text('Hi'), speed: 2.1 }],
    ['PUSH without a text', 'PUSH', { contentType: 'push', title: 'Hi' }],
    ['a list', 'SMS', ['Hi']],
  ])('refuses the call: %s', async (_statement, channelType, content) => {
    expect(await send(channelType, content)).toMatchObject(refused);
  });

  covers(
    'messaging.send.content.vk-length',
    'messaging.send.content.viber-length',
    'messaging.send.content.whatsapp-length',
    'messaging.send.content.max-length',
    'messaging.send.content.authentication',
    'messaging.version.v32',
    'messaging.send.content.tts',
    'messaging.version.v19',
    'messaging.send.content.push',
  );
  test.each<[string, string, unknown]>([
    ['VK of 2,048 characters', 'VK', 'a'.repeat(2_048)],
    ['VIBER of 1,000 characters', 'VIBER', text('a'.repeat(1_000))],
    ['WHATSAPP of 4,096 characters', 'WHATSAPP', text('a'.repeat(4_096))],
    ['MAX of 4,000 characters', 'MAX', text('a'.repeat(4_000))],
    ['a code over WHATSAPP', 'WHATSAPP', { contentType: 'authentication', code: '1234' }],
    ['a voice and a speed', 'TEXT_TO_SPEECH', { ...text('Hi'), voice: 'MALE', speed: 2 }],
    ['PUSH with a title', 'PUSH', { contentType: 'push', title: 'News', text: 'Hi' }],
  ])('is accepted: %s', async (_statement, channelType, content) => {
    expect(await seller.results(sms({ channelType, content }))).toMatchObject([{ code: 201 }]);
  });

  covers('messaging.send.content.flashcall-longer');
  test('of FLASHCALL has up to six digits if the account has that setting', async () => {
    const other = await givenSeller(api);
    const staff = await givenStaff(api, 'sre');
    const long = sms({ channelType: 'FLASHCALL', content: '471100' });
    const later = sms({ cascade: [{ channelType: 'FLASHCALL', senderName: 'any', content: '47110' }] });
    for (const message of [long, later]) expect(await seller.send(message)).toMatchObject(refusedAlone);
    const isOn = { name: 'long-flashcall-codes', companyId: other.companyId, isOn: true };
    expect((await staff.ask('PUT', '/switches', isOn)).status).toBe(200);
    for (const message of [long, later]) {
      expect(await other.results(message)).toMatchObject([{ code: 201 }]);
      expect(await seller.send(message)).toMatchObject(refusedAlone);
    }
    for (const content of ['471', '4711000'])
      expect(await other.send(sms({ channelType: 'FLASHCALL', content }))).toMatchObject(refusedAlone);
    expect(await other.send(sms({ channelType: 'FLASHCALL', content: '47a1' }))).toMatchObject(refused);
  });

  covers('messaging.send.content.voicecode');
  test('of VOICECODE needs a code of 4 to 8 digits, with blanks and hyphens between them', async () => {
    const result = async (value: string) =>
      (await seller.results(sms({ channelType: 'VOICECODE', senderName: 'voicecode', content: text(value) })))[0];
    for (const right of ['Code 1234', 'Code: 1 2 3 4', 'Code 12-34-56', '12345678'])
      expect([right, (await result(right))?.code]).toEqual([right, 201]);
    for (const wrong of ['Code 123', 'no digits'])
      expect([wrong, await result(wrong)]).toMatchObject([wrong, { code: 400, errorCode: 7401 }]);
    const long = text('1'.repeat(4) + 'a'.repeat(1_000));
    expect(await send('VOICECODE', long, { senderName: 'voicecode' })).toMatchObject(refusedAlone);
  });
});

describe('parts of an SMS', () => {
  covers('messaging.limits.parts', 'messaging.object.totalParts', 'messaging.send.content.sms-parts');
  test.each<[string, string, number]>([
    ['160 characters are one part', 'a'.repeat(160), 1],
    ['161 characters are two parts', 'a'.repeat(161), 2],
    ['307 characters are three parts', 'a'.repeat(307), 3],
    ['70 Cyrillic characters are one part', 'я'.repeat(70), 1],
    ['71 Cyrillic characters are two parts', 'я'.repeat(71), 2],
    ['1,530 characters are ten parts', 'a'.repeat(1_530), 10],
  ])('%s', async (_statement, content, parts) => {
    const shown = await seller.message(await seller.sendOne({ content }));
    expect(shown).toMatchObject({ totalParts: parts, price: { totalPrice: expect.closeTo(parts * 3.2, 4) } });
  });

  covers('messaging.send.content.sms-parts', 'messaging.send.param.shortUrl');
  test('are counted with short links, whatever the length of the original links', async () => {
    const content = `${'a'.repeat(1_300)} https://example.com/${'b'.repeat(1_500)}`;
    const shown = await seller.message(await seller.sendOne({ content, shortUrl: true }));
    expect(shown['totalParts']).toBeLessThanOrEqual(10);
    expect(await send('SMS', content)).toMatchObject(refusedAlone);
    const [item] = await seller.results(sms({ content: 'a'.repeat(1_531), shortUrl: true }));
    expect(item).toMatchObject({ messageUuid: null, code: 400, errorCode: 7403 });
  });

  covers('messaging.send.content.vk-length');
  test('are refused with 7403 if short links make the text longer than the channel allows', async () => {
    const content = 'http://a.ru '.repeat(170).trim();
    const [item] = await seller.results(sms({ channelType: 'VK', content, shortUrl: true }));
    expect(item).toMatchObject({ messageUuid: null, code: 400, errorCode: 7403 });
  });

  covers('messaging.send.content.sms-parts');
  test('are at most ten', async () => {
    const before = (await seller.list('per_page=1')).total;
    const reply = await send('SMS', 'a'.repeat(1_531));
    expect(reply).toMatchObject(refusedAlone);
    expect((await seller.list('per_page=1')).total).toBe(before);
  });
});
