// The service as the preview plays it: the real script runs in the console, and this function answers instead of the
// network. Nothing is sent. Any code is right, except one of zeros.
import type { WidgetForm } from './widget-form.ts';

export type PreviewProfile = {
  readonly channels: readonly { readonly channelType: string }[];
  readonly codeLength: number;
  readonly resendPauseSeconds: number;
  readonly lifetimeSeconds: number;
  readonly checksMax: number;
};

/** Profile of the preview while none is chosen. */
const ANY_PROFILE: PreviewProfile = {
  channels: [{ channelType: 'SMS' }, { channelType: 'VOICECODE' }],
  codeLength: 6,
  resendPauseSeconds: 30,
  lifetimeSeconds: 600,
  checksMax: 5,
};

/** Time from the request to the code screen. */
const SENDING_MS = 600;
const FLASHCALL_DIGITS = 4;
/** A refusal as the script knows it: the network is away. */
const NO_ANSWER = { code: 0 };

/** Path under /widget/v1, and the body of a POST. */
export type PreviewCall = (path: string, body?: object) => Promise<object>;

type Body = { readonly channelType?: string; readonly code?: string };

export function previewCall(form: WidgetForm, profile: PreviewProfile = ANY_PROFILE): PreviewCall {
  const { checksMax } = profile;
  let channelType = profile.channels[0]?.channelType ?? 'SMS';
  let attemptsLeft = checksMax;
  const check = (code: string) => {
    if (!/^0+$/.test(code)) return { status: 'CONFIRMED' };
    attemptsLeft = Math.max(1, attemptsLeft - 1);
    return { status: 'WRONG_CODE', attemptsLeft };
  };
  return async (path, body) => {
    const given = (body ?? {}) as Body; // bodies of the browser API
    if (path.endsWith('/check')) return check(given.code ?? '');
    if (path.endsWith('/sessions')) {
      [channelType, attemptsLeft] = [given.channelType ?? channelType, checksMax];
      return { key: 'preview' };
    }
    if (path.startsWith('sessions/')) {
      await new Promise((resolve) => setTimeout(resolve, SENDING_MS));
      return sentSession(profile, channelType, attemptsLeft);
    }
    return path.startsWith('texts/') ? NO_ANSWER : settingsOf(form, profile);
  };
}

function settingsOf({ texts, look }: WidgetForm, { channels, codeLength, resendPauseSeconds }: PreviewProfile) {
  return {
    kind: 'BUILDER',
    channels: channels.map(({ channelType }) => channelType),
    // A provider's script is loaded on the site only.
    captchaType: 'NONE',
    siteKey: '',
    codeLength,
    resendPauseSeconds,
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
    colours: look,
  };
}

function sentSession(profile: PreviewProfile, channelType: string, attemptsLeft: number) {
  return {
    state: 'SENT',
    channelType,
    codeLength: channelType === 'FLASHCALL' ? FLASHCALL_DIGITS : profile.codeLength,
    codeExpiresIn: profile.lifetimeSeconds,
    resendIn: profile.resendPauseSeconds,
    attemptsLeft,
    delivery: 'delivered',
  };
}
