import { describe, expect, test } from 'vitest';
import type { ChannelType } from '../sending/channel.ts';
import { LONG_CODE_DIGITS } from './content-forms.ts';
import { holdsSpokenCode, isContentProblem, readContent } from './message-content.ts';

/** Field and code of each problem. */
function problemsOf(channel: ChannelType, content: unknown, shortUrl = false): string {
  const found = readContent(channel, content, shortUrl);
  return isContentProblem(found) ? found.problems.map(({ field, code }) => `${field} ${code}`).join(', ') : 'none';
}

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
  const header = (text: unknown) => ({ contentType: 'text', text: 'x', header: text });
  const keyboard = (...buttons: readonly unknown[]) => ({ contentType: 'text', text: 'x', keyboard: { buttons } });
  test.each<[ChannelType, unknown, string]>([
    ['SMS', '', ' too-short'],
    ['SMS', ' \n ', ' too-short'],
    ['SMS', { contentType: 'text', text: '' }, 'text too-short'],
    ['SMS', { contentType: 'text' }, 'text required'],
    ['SMS', { contentType: 'text', text: null }, 'text required'],
    ['SMS', 'a'.repeat(1531), ' too-long'],
    ['SMS', '😀'.repeat(1531), ' too-long'],
    ['SMS', 'я'.repeat(671), ' too-long'],
    ['SMS', '\u{feff}Hi', ' wrong-form'],
    ['SMS', 5, ' wrong-type'],
    ['SMS', null, ' wrong-type'],
    ['SMS', ['x'], ' wrong-type'],
    ['SMS', file, 'contentType not-in-list'],
    ['VK', 'я'.repeat(2049), ' too-long'],
    ['VK', { contentType: 'text', text: 'я'.repeat(2049) }, 'text too-long'],
    ['VK', { text: 'Hi', imageUrl: 'http://shop.example/a.png' }, 'imageUrl wrong-form'],
    ['VK', keyboard({ type: 'dance', text: 'Yes' }), 'keyboard.buttons[0].type not-in-list'],
    ['FLASHCALL', '', ' too-short'],
    ['FLASHCALL', '471', ' too-short'],
    ['FLASHCALL', '47111', ' too-long'],
    ['FLASHCALL', 'code', ' wrong-form'],
    ['FLASHCALL', ' 4711', ' wrong-form'],
    ['FLASHCALL', { contentType: 'text', text: 4711 }, 'text wrong-type'],
    ['FLASHCALL', { contentType: 'text', text: ['4711'] }, 'text wrong-type'],
    ['FLASHCALL', { contentType: 'code', text: '4711' }, 'contentType not-in-list'],
    ['WHATSAPP', { contentType: 'sticker' }, 'contentType not-in-list'],
    ['WHATSAPP', { contentType: 'image', fileUrl: 'http://cdn.example/a.png' }, 'fileUrl wrong-form'],
    ['WHATSAPP', { contentType: 'image' }, 'fileUrl required'],
    ['WHATSAPP', { ...file, caption: 'c'.repeat(1025) }, 'caption too-long'],
    ['WHATSAPP', { ...file, fileName: 5 }, 'fileName wrong-type'],
    ['WHATSAPP', { contentType: 'authentication', code: '123' }, 'code too-short'],
    ['WHATSAPP', { contentType: 'authentication' }, 'code required'],
    ['WHATSAPP', { contentType: 'text', text: 'x', code: '1234' }, 'code invalid'],
    ['WHATSAPP', header({ text: 'h'.repeat(61) }), 'header.text too-long'],
    ['WHATSAPP', header({}), 'header.text required'],
    ['WHATSAPP', header('h'), 'header wrong-type'],
    ['VIBER', { contentType: 'text', text: 'x'.repeat(1001) }, 'text too-long'],
    ['VIBER', { contentType: 'button', text: 'x', action: 'ftp://x' }, 'action wrong-form'],
    ['VIBER', { contentType: 'button', text: 'x', caption: 'c'.repeat(61) }, 'caption too-long'],
    ['TEXT_TO_SPEECH', { contentType: 'text', text: 'Hi', voice: 'CHILD' }, 'voice not-in-list'],
    ['TEXT_TO_SPEECH', { contentType: 'text', text: 'Hi', speed: 2.1 }, 'speed too-large'],
    ['TEXT_TO_SPEECH', { contentType: 'text', text: 'Hi', speed: 0.4 }, 'speed too-small'],
    ['TEXT_TO_SPEECH', { contentType: 'text', text: 'Hi', speed: '1' }, 'speed wrong-type'],
    ['PUSH', { contentType: 'push' }, 'text required'],
    ['PUSH', { contentType: 'push', text: 'x', title: 't'.repeat(101), data: [] }, 'title too-long, data wrong-type'],
    ['TELEGRAM', { contentType: 'text', text: 'x', keyboard: [] }, 'keyboard wrong-type'],
    ['TELEGRAM', { contentType: 'text', text: 'x', keyboard: {} }, 'keyboard.buttons required'],
    ['TELEGRAM', keyboard(...Array(11).fill({ type: 'reply', text: 'x' })), 'keyboard.buttons too-many'],
    [
      'TELEGRAM',
      keyboard({ type: 'call', text: 'x' }, 5),
      'keyboard.buttons[0].type not-in-list, keyboard.buttons[1] wrong-type',
    ],
    ['TELEGRAM', keyboard({ type: ['url'], text: 'x' }), 'keyboard.buttons[0].type not-in-list'],
    ['TELEGRAM', keyboard({ type: 'url', text: 'x'.repeat(61) }), 'keyboard.buttons[0].text too-long'],
    ['MAX', 'x'.repeat(4001), ' too-long'],
    ['MAX', { contentType: 'image', fileUrl: 'https://cdn.example/a.png' }, 'contentType not-in-list'],
    [
      'MAX',
      { contentType: 'text', text: '', imageUrl: 'http://cdn.example/a.png' },
      'text too-short, imageUrl wrong-form',
    ],
    ['TELEGRAM', { contentType: 'text', text: 'x', own: 'y'.repeat(65_536) }, ' too-long'],
    ['PUSH', { contentType: 'push', text: 'x', data: { own: 'y'.repeat(65_536) } }, ' too-long'],
  ])('%s %j', (channel, content, problems) => {
    expect(problemsOf(channel, content)).toBe(problems);
  });
});

test('an SMS before the replacement of its addresses has limited length but unlimited parts', () => {
  for (const content of ['я'.repeat(671), 'a'.repeat(10_000)])
    expect(readContent('SMS', content, true)).toEqual({ text: content, special: null });
  expect(problemsOf('SMS', 'a'.repeat(10_001), true)).toBe(' too-long');
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
