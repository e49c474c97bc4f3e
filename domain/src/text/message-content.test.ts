import { describe, expect, test } from 'vitest';
import type { ChannelType } from '../sending/channel.ts';
import { holdsSpokenCode, isContentProblem, LONG_CODE_DIGITS, readContent } from './message-content.ts';

const file = { contentType: 'image', fileUrl: 'https://cdn.example/a.png', caption: 'Look' };

describe('accepted content', () => {
  test.each<[ChannelType, unknown, string, unknown]>([
    ['SMS', 'Hello', 'Hello', null],
    ['SMS', { contentType: 'text', text: 'Hello' }, 'Hello', null],
    ['SMS', { text: 'Hello' }, 'Hello', null],
    ['VK', { text: 'Hello' }, 'Hello', { contentType: 'text', text: 'Hello' }],
    ['FLASHCALL', { text: '4711' }, '4711', { contentType: 'text', text: '4711' }],
    ['VIBER', { text: 'Hello' }, 'Hello', { contentType: 'text', text: 'Hello' }],
    ['PUSH', { text: 'Hello' }, 'Hello', { contentType: 'push', text: 'Hello' }],
    ['SMS', 'a'.repeat(1530), 'a'.repeat(1530), null],
    ['VK', 'я'.repeat(2048), 'я'.repeat(2048), null],
    ['FLASHCALL', '4711', '4711', null],
    ['VOICECODE', 'Code 4711', 'Code 4711', null],
    ['WHATSAPP', 'Hello', 'Hello', null],
    ['WHATSAPP', file, 'Look', file],
    ['WHATSAPP', { ...file, caption: undefined }, '', { ...file, caption: undefined }],
    ['VK', '😀'.repeat(2048), '😀'.repeat(2048), null],
    [
      'PUSH',
      { contentType: 'push', text: 'B', data: { own: 'y'.repeat(60_000) } },
      'B',
      { contentType: 'push', text: 'B', data: { own: 'y'.repeat(60_000) } },
    ],
    [
      'WHATSAPP',
      { contentType: 'authentication', code: '123456' },
      '123456',
      { contentType: 'authentication', code: '123456' },
    ],
    ['VIBER', { contentType: 'text', text: 'Hi' }, 'Hi', { contentType: 'text', text: 'Hi' }],
    ['PUSH', { contentType: 'push', title: 'T', text: 'B', imageUrl: null, data: {} }, 'B', expect.anything()],
    ['TEXT_TO_SPEECH', { contentType: 'text', text: 'Hi', voice: 'MALE', speed: 1.5 }, 'Hi', expect.anything()],
    [
      'TELEGRAM',
      {
        contentType: 'text',
        text: 'Hi',
        keyboard: { buttons: [{ type: 'url', text: 'Open', value: 'https://x.example' }] },
      },
      'Hi',
      expect.anything(),
    ],
    ['VK', { text: 'Hi', keyboard: { buttons: [{ type: 'reply', text: 'Yes' }] } }, 'Hi', expect.anything()],
    ['MAX', 'я'.repeat(4000), 'я'.repeat(4000), null],
    [
      'MAX',
      { contentType: 'text', text: 'Hi', imageUrl: 'https://cdn.example/a.png', keyboard: { buttons: [] } },
      'Hi',
      expect.anything(),
    ],
  ])('%s %j', (channel, content, text, special) => {
    expect(readContent(channel, content)).toEqual({ text, special });
  });
});

describe('refused content', () => {
  test.each<[ChannelType, unknown, string]>([
    ['SMS', '', ''],
    ['SMS', { contentType: 'text', text: '' }, 'text'],
    ['SMS', 'a'.repeat(1531), ''],
    ['SMS', '😀'.repeat(1531), ''],
    ['SMS', 'я'.repeat(671), ''],
    ['SMS', '\u{feff}Hi', ''],
    ['SMS', 5, ''],
    ['SMS', null, ''],
    ['SMS', ['x'], ''],
    ['SMS', file, 'contentType'],
    ['VK', 'я'.repeat(2049), ''],
    ['VK', { contentType: 'text', text: 'я'.repeat(2049) }, 'text'],
    ['VK', { text: 'Hi', imageUrl: 'http://shop.example/a.png' }, 'imageUrl'],
    ['VK', { text: 'Hi', keyboard: { buttons: [{ type: 'dance', text: 'Yes' }] } }, 'keyboard'],
    ['FLASHCALL', '47111', ''],
    ['FLASHCALL', 'code', ''],
    ['FLASHCALL', { contentType: 'text', text: 4711 }, ''],
    ['FLASHCALL', { contentType: 'text', text: ['4711'] }, ''],
    ['WHATSAPP', { contentType: 'sticker' }, 'contentType'],
    ['WHATSAPP', { contentType: 'image', fileUrl: 'http://cdn.example/a.png' }, 'fileUrl'],
    ['WHATSAPP', { contentType: 'image' }, 'fileUrl'],
    ['WHATSAPP', { contentType: 'authentication', code: '123' }, 'code'],
    ['WHATSAPP', { contentType: 'text', text: 'x', code: '1234' }, 'code'],
    ['WHATSAPP', { contentType: 'text', text: 'x', header: { text: 'h'.repeat(61) } }, 'header'],
    ['VIBER', { contentType: 'text', text: 'x'.repeat(1001) }, 'text'],
    ['VIBER', { contentType: 'button', text: 'x', action: 'ftp://x' }, 'action'],
    ['TEXT_TO_SPEECH', { contentType: 'text', text: 'Hi', voice: 'CHILD' }, 'voice'],
    ['TEXT_TO_SPEECH', { contentType: 'text', text: 'Hi', speed: 2.1 }, 'speed'],
    ['PUSH', { contentType: 'push' }, 'text'],
    ['TELEGRAM', { contentType: 'text', text: 'x', keyboard: { buttons: [{ type: 'call', text: 'x' }] } }, 'keyboard'],
    ['TELEGRAM', { contentType: 'text', text: 'x', keyboard: { buttons: [{ type: ['url'], text: 'x' }] } }, 'keyboard'],
    ['MAX', 'x'.repeat(4001), ''],
    ['MAX', { contentType: 'image', fileUrl: 'https://cdn.example/a.png' }, 'contentType'],
    ['MAX', { contentType: 'text', text: 'x', imageUrl: 'http://cdn.example/a.png' }, 'imageUrl'],
    ['TELEGRAM', { contentType: 'text', text: 'x', own: 'y'.repeat(65_536) }, ''],
    ['PUSH', { contentType: 'push', text: 'x', data: { own: 'y'.repeat(65_536) } }, ''],
  ])('%s %j', (channel, content, field) => {
    const found = readContent(channel, content);
    expect(isContentProblem(found)).toBe(true);
    expect(found).toMatchObject({ field });
  });
});

test('an SMS before the replacement of its addresses has limited length but unlimited parts', () => {
  for (const content of ['я'.repeat(671), 'a'.repeat(10_000)])
    expect(readContent('SMS', content, true)).toEqual({ text: content, special: null });
  expect(readContent('SMS', 'a'.repeat(10_001), true)).toMatchObject({ field: '' });
});

test.each([
  ['authorization code from Shop: 4711', true],
  ['code 1 2 3 4', true],
  ['code 12-34-56-78', true],
  ['code 123', false],
  ['code 123456789', false],
  ['code 1  2  3  4', false],
  ['no code', false],
])('%s contains a code to be spoken: %s', (text, expected) => {
  expect(holdsSpokenCode(text)).toBe(expected);
});

test.each([
  ['471', false, false],
  ['4711', true, true],
  ['471100', false, true],
  ['4711000', false, false],
  ['47 11', false, false],
])('a flash call with %j is accepted: %s, for an account with longer codes: %s', (code, usually, withLonger) => {
  expect(!isContentProblem(readContent('FLASHCALL', code))).toBe(usually);
  expect(!isContentProblem(readContent('FLASHCALL', code, false, LONG_CODE_DIGITS))).toBe(withLonger);
});
