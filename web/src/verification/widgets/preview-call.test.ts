import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { previewCall } from './preview-call.ts';
import { NEW_WIDGET } from './widget-form.ts';

const form = { ...NEW_WIDGET, texts: { title: 'Your phone', done: ' ' }, look: { accent: '#123456' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the preview has the look, the texts and no captcha of a provider', async () => {
  expect(await previewCall({ ...form, captchaType: 'TURNSTILE' })('preview')).toEqual({
    kind: 'BUILDER',
    captchaType: 'NONE',
    siteKey: '',
    channels: ['SMS', 'VOICECODE'],
    codeLength: 6,
    resendPauseSeconds: 30,
    texts: { title: 'Your phone' },
    colours: { accent: '#123456' },
  });
});

test('the preview refuses a code of zeros, counts it, and confirms every other code', async () => {
  const call = previewCall(form);
  expect(await call('sessions/preview/check', { code: '000000' })).toEqual({ status: 'WRONG_CODE', attemptsLeft: 4 });
  expect(await call('sessions/preview/check', { code: '123456' })).toEqual({ status: 'CONFIRMED' });
});

test('the preview shows the channel that was chosen', async () => {
  const call = previewCall(form);
  expect(await call('preview/sessions', { channelType: 'FLASHCALL' })).toEqual({ key: 'preview' });
  const session = call('sessions/preview?wait=20');
  await vi.runAllTimersAsync();
  expect(await session).toMatchObject({
    state: 'SENT',
    channelType: 'FLASHCALL',
    codeLength: 4,
    delivery: 'delivered',
  });
});
