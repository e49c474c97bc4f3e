import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PARTS_MAX, partsOf } from '../planning/message-parts.ts';
import { CHANNELS } from '../sending/channel.ts';
import {
  type CodeWording,
  channelsProblem,
  codeMessage,
  codeStrength,
  type ProfileChannel,
  VERIFICATION_CHANNELS,
} from './verification-channel.ts';

const channel = (change: Partial<ProfileChannel> = {}): ProfileChannel => ({
  channelType: 'SMS',
  senderName: 'Shop',
  text: 'Code {code}',
  ...change,
});

describe('the message of a code', () => {
  test.each([
    ['SMS', 'SMS', null],
    ['VK', 'VK', null],
    ['VIBER', 'VIBER', { contentType: 'text', text: 'Code 4711' }],
    ['WHATSAPP', 'WHATSAPP', { contentType: 'authentication', text: 'Code 4711', code: '4711' }],
    ['TELEGRAM', 'TELEGRAM', { contentType: 'text', text: 'Code 4711' }],
    ['MAX', 'MAX', { contentType: 'text', text: 'Code 4711' }],
    ['TELEGRAM_GATEWAY', 'TELEGRAM', { contentType: 'authentication', text: 'Code 4711', code: '4711' }],
    ['VOICECODE', 'VOICECODE', { contentType: 'text', text: 'Code 4711' }],
    ['TEXT_TO_SPEECH', 'TEXT_TO_SPEECH', { contentType: 'text', text: 'Code 4711' }],
    ['WEASY', 'WEASY', { contentType: 'text', text: 'Code 4711' }],
    ['PUSH', 'PUSH', { contentType: 'push', text: 'Code 4711' }],
  ] as const)('over %s goes as %s', (channelType, sentAs, special) => {
    expect(codeMessage(channel({ channelType }), '4711')).toEqual({ channelType: sentAs, text: 'Code 4711', special });
  });

  test('of a flash call is only the code', () => {
    expect(codeMessage(channel({ channelType: 'FLASHCALL', text: '{code}' }), '0711')).toEqual({
      channelType: 'FLASHCALL',
      text: '0711',
      special: null,
    });
  });

  test('keeps every other character of the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        fc.pre(!`${before}{code}${after}`.replace('{code}', '').includes('{code}') && !before.includes('{code}'));
        expect(codeMessage(channel({ text: `${before}{code}${after}` }), '$&00').text).toBe(`${before}$&00${after}`);
      }),
    );
  });
});

describe('the wording of a code', () => {
  const worded = channel({ texts: { en: 'Your code: {code}', ru: 'Ваш код: {code}' } });
  const textIn = (given: ProfileChannel, wording: Partial<CodeWording>) =>
    codeMessage(given, '4711', { language: null, siteHost: null, ...wording }).text;

  test.each([
    [null, 'Code 4711'],
    ['en', 'Your code: 4711'],
    ['ru', 'Ваш код: 4711'],
    ['uz', 'Code 4711'],
  ] as const)('in the language %s is "%s"', (language, text) => {
    expect(textIn(worded, { language })).toBe(text);
  });

  test('names the site of an SMS in its last line, and only there', () => {
    expect(textIn(worded, { language: 'ru', siteHost: 'shop.example' })).toBe('Ваш код: 4711\n@shop.example #4711');
    expect(textIn(channel({ channelType: 'VOICECODE' }), { siteHost: 'shop.example' })).toBe('Code 4711');
  });

  test('names no site if the SMS would become too long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_520 }), fc.constantFrom('x', 'я'), (length, letter) => {
        const own = `${letter.repeat(length)} {code}`;
        fc.pre(partsOf(own, 'SMS') <= PARTS_MAX);
        const text = textIn(channel({ text: own }), { siteHost: 'shop.example' });
        expect(partsOf(text, 'SMS')).toBeLessThanOrEqual(PARTS_MAX);
        expect(text.startsWith(`${letter.repeat(length)} 4711`)).toBe(true);
      }),
    );
  });

  test.each([
    [{ en: 'No mark' }, 'channels[0].texts.en'],
    [{ ru: '{code} {code}' }, 'channels[0].texts.ru'],
  ])('must contain the mark once in every language: %j', (texts, field) => {
    expect(channelsProblem([channel({ texts })])).toMatchObject({ field });
  });
});

describe('channels of a profile', () => {
  test('can be of every type', () => {
    const all = VERIFICATION_CHANNELS.map((channelType) =>
      channel({
        channelType,
        senderName: channelType === 'VOICECODE' ? 'voicecode' : 'Shop',
        text: channelType === 'FLASHCALL' ? '{code}' : 'Code {code}',
      }),
    );
    expect(channelsProblem(all)).toBeUndefined();
  });

  test.each([
    [[channel({ text: 'Code' })], 'channels[0].text'],
    [[channel({ text: '{code} {code}' })], 'channels[0].text'],
    [[channel(), channel()], 'channels'],
    [[channel({ senderName: 'x'.repeat(12) })], 'channels[0].senderName'],
    [[channel(), channel({ channelType: 'VOICECODE' })], 'channels[1].senderName'],
    [[channel({ channelType: 'FLASHCALL' })], 'channels[0].text'],
  ])('%j are refused at %s', (channels, field) => {
    expect(channelsProblem(channels)?.field).toBe(field);
  });

  test('allow the longest text of the channel with the longest code', () => {
    const longest = 'x'.repeat(CHANNELS.VK.textLengthMax - 8);
    const of = (text: string) => channelsProblem([channel({ channelType: 'VK', text })]);
    expect(of(`${longest}{code}`)).toBeUndefined();
    expect(of(`${longest}x{code}`)?.field).toBe('channels[0].text');
  });
});

test.each([
  ['SMS', false, { codeLength: 6, checksMax: 5 }],
  ['SMS', true, { codeLength: 8, checksMax: 5 }],
  ['WHATSAPP', true, { codeLength: 8, checksMax: 5 }],
  ['FLASHCALL', false, { codeLength: 4, checksMax: 5 }],
  ['FLASHCALL', true, { codeLength: 4, checksMax: 1 }],
] as const)('a code over %s, guarded %s, is as hard to guess as %j', (channelType, isGuarded, strength) => {
  expect(codeStrength(channelType, { codeLength: 6, checksMax: 5 }, isGuarded)).toEqual(strength);
});
