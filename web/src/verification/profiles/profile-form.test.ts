import { describe, expect, test } from 'vitest';
import {
  channelMistakes,
  formOfProfile,
  movedItem,
  newChannel,
  newProfileForm,
  profileBody,
  profileMistakes,
} from './profile-form.ts';

const sms = { ...newChannel('SMS', 'Code {code}'), senderName: 'Shop' };
const whole = { ...newProfileForm('Code {code}'), name: 'Sign-in', channels: [sms] };

describe('the form of a profile', () => {
  test('becomes a body without the values that are defaults of the server', () => {
    expect(profileBody(whole)).toEqual({
      name: 'Sign-in',
      channels: [{ channelType: 'SMS', senderName: 'Shop', text: 'Code {code}' }],
      fallback: 'NONE',
      language: null,
      callbackUrl: null,
      bindToSite: false,
      countries: ['RU'],
      codeLength: 6,
      lifetimeSeconds: 600,
      checksMax: 5,
      resendPauseSeconds: 30,
      sendsPerNumber: 5,
      sendsPerAddress: 20,
      sendsPerPrefix: 50,
      dayAmountMax: 5_000,
      enteredShareMin: 10,
      enteredShareAfter: 30,
    });
  });

  test('keeps waits and texts of a stored profile', () => {
    const channels = [
      { channelType: 'SMS', senderName: 'Shop', text: '{code}', texts: { ru: 'Код {code}' }, waitSeconds: 45 },
    ];
    const body = profileBody(whole);
    const stored = { ...body, channels, gatewayId: 'aB3dE5', companyId: 1, companyName: 'Shop', status: 'ACTIVE' };
    // The shape of a reply.
    const form = formOfProfile({ ...stored, createdAt: '' } as unknown as Parameters<typeof formOfProfile>[0]);
    expect(profileBody(form)).toEqual({ ...body, channels });
  });

  test.each([
    ['name', { name: ' ' }],
    ['channels', { channels: [] }],
    ['channels', { channels: [{ ...sms, text: 'no mark' }] }],
    ['countries', { countries: [] }],
    ['checksMax', { checksMax: undefined }],
  ] as const)('with a mistake in %s has no body', (field, change) => {
    expect(profileMistakes({ ...whole, ...change })).toEqual([field]);
    expect(profileBody({ ...whole, ...change })).toBeUndefined();
  });
});

describe('a channel', () => {
  test('needs a sender name, and the mark of the code once in every text', () => {
    expect(
      channelMistakes({ ...sms, senderName: '', text: '{code} {code}', texts: { kk: 'жоқ', ru: '{code}' } }),
    ).toEqual(['senderName', 'text', 'kk']);
  });

  test('with calls has its fixed values', () => {
    expect(newChannel('FLASHCALL', 'Code {code}').text).toBe('{code}');
    expect(newChannel('VOICECODE', 'Code {code}').senderName).toBe('voicecode');
    expect(channelMistakes({ ...newChannel('VOICECODE', 'Code {code}') })).toEqual([]);
  });
});

test('an item moves one place', () => {
  expect(movedItem(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(movedItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
