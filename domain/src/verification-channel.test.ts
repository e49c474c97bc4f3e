import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANNELS } from './channel.ts';
import { channelsProblem, codeMessage, type ProfileChannel, VERIFICATION_CHANNELS } from './verification-channel.ts';

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
    ['TELEGRAM_GATEWAY', 'TELEGRAM', { contentType: 'authentication', text: 'Code 4711', code: '4711' }],
    ['VOICECODE', 'VOICECODE', { contentType: 'text', text: 'Code 4711' }],
    ['TEXT_TO_SPEECH', 'TEXT_TO_SPEECH', { contentType: 'text', text: 'Code 4711' }],
    ['WEASY', 'WEASY', { contentType: 'text', text: 'Code 4711' }],
    ['PUSH', 'PUSH', { contentType: 'push', text: 'Code 4711' }],
  ] as const)('over %s goes as %s', (channelType, sentAs, special) => {
    expect(codeMessage(channel({ channelType }), '4711')).toEqual({ channelType: sentAs, text: 'Code 4711', special });
  });

  test('of a flash call is the code alone', () => {
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

describe('channels of a profile', () => {
  test('every kind can be had', () => {
    const all = VERIFICATION_CHANNELS.map((channelType) =>
      channel({
        channelType,
        senderName: channelType === 'VOICECODE' ? 'voicecode' : 'Shop',
        text: channelType === 'FLASHCALL' ? '{code}' : 'Code {code}',
      }),
    );
    expect(channelsProblem(all, 4)).toBeUndefined();
  });

  test.each([
    [[channel({ text: 'Code' })], 4, 'channels[0].text'],
    [[channel({ text: '{code} {code}' })], 4, 'channels[0].text'],
    [[channel(), channel()], 4, 'channels'],
    [[channel({ senderName: 'x'.repeat(12) })], 4, 'channels[0].senderName'],
    [[channel(), channel({ channelType: 'VOICECODE' })], 4, 'channels[1].senderName'],
    [[channel({ channelType: 'FLASHCALL' })], 4, 'channels[0].text'],
    [[channel({ channelType: 'FLASHCALL', text: '{code}' })], 6, 'channels[0].channelType'],
  ])('%j with %i digits is refused at %s', (channels, codeLength, field) => {
    expect(channelsProblem(channels, codeLength)?.field).toBe(field);
  });

  test('a text may be as long as its channel lets it, with its code', () => {
    const longest = 'x'.repeat(CHANNELS.VK.textLengthMax - 4);
    const of = (text: string) => channelsProblem([channel({ channelType: 'VK', text })], 4);
    expect(of(`${longest}{code}`)).toBeUndefined();
    expect(of(`${longest}x{code}`)?.field).toBe('channels[0].text');
  });
});
