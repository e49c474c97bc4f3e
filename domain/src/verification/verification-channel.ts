// Renders a verification code as a message of each channel, and validates profiles. TELEGRAM_GATEWAY exists only in
// verification: a TELEGRAM message that carries the code in addition to the text.
import { PARTS_MAX, partsOf } from '../planning/message-parts.ts';
import { CHANNEL_TYPES, CHANNELS, type ChannelType } from '../sending/channel.ts';

export const VERIFICATION_CHANNELS = [...CHANNEL_TYPES, 'TELEGRAM_GATEWAY'] as const;

export type VerificationChannel = (typeof VERIFICATION_CHANNELS)[number];

/** A request may leave the choice of the channel to the profile. */
export const AUTO_CHANNEL = 'AUTO';
export type WantedChannel = VerificationChannel | typeof AUTO_CHANNEL;

export const VERIFICATION_LANGUAGES = ['ru', 'en', 'kk', 'uz', 'be'] as const;
export type VerificationLanguage = (typeof VERIFICATION_LANGUAGES)[number];

/** Channels that follow the first one: none, those of the profile in their order, or in the order of conversion. */
export const FALLBACKS = ['NONE', 'LISTED', 'AUTO'] as const;
export type Fallback = (typeof FALLBACKS)[number];

export const WAIT_SECONDS_MIN = 5;
export const WAIT_SECONDS_MAX = 600;
export const WAIT_SECONDS_DEFAULT = 20;

export type ProfileChannel = {
  readonly channelType: VerificationChannel;
  readonly senderName: string;
  /** Contains `{code}` once. */
  readonly text: string;
  /** Texts by language; every other language gets `text`. */
  readonly texts?: Readonly<Partial<Record<VerificationLanguage, string>>>;
  /** Time without delivery after which the next channel follows; absent: 20. */
  readonly waitSeconds?: number;
};

/** The language of the text, and the site that the code is bound to. */
export type CodeWording = { readonly language: VerificationLanguage | null; readonly siteHost: string | null };

export type CodeMessage = {
  readonly channelType: ChannelType;
  readonly text: string;
  readonly special: Readonly<Record<string, unknown>> | null;
};

const MARK = '{code}';
/** Replaces the code in stored and displayed messages of the verifier. */
export const CODE_MASK = '••••';
/** Required sender name of calls with a spoken code. */
const VOICECODE_SENDER = 'voicecode';
/** A flash call ends in the code; numbers for calls exist only with this length. */
const FLASHCALL_CODE_LENGTH = 4;
/** Longest code: for a number under a guessing attack. */
const GUARDED_CODE_LENGTH = 8;
/** Checks per code under a guessing attack, on a channel where the code cannot be longer. */
const GUARDED_CHECKS_MAX = 1;

/** Content type per channel; undefined: plain text. */
const CONTENT_TYPES: Readonly<Partial<Record<VerificationChannel, string>>> = {
  VIBER: 'text',
  WHATSAPP: 'authentication',
  TELEGRAM: 'text',
  MAX: 'text',
  TELEGRAM_GATEWAY: 'authentication',
  VOICECODE: 'text',
  TEXT_TO_SPEECH: 'text',
  WEASY: 'text',
  PUSH: 'push',
};

const PLAIN: CodeWording = { language: null, siteHost: null };

export function codeMessage(profileChannel: ProfileChannel, code: string, wording: CodeWording = PLAIN): CodeMessage {
  const { channelType } = profileChannel;
  const channel = messageChannel(channelType);
  if (channelType === 'FLASHCALL') return { channelType: channel, text: code, special: null };
  const filled = fill(wordedText(profileChannel, wording), code);
  const contentType = CONTENT_TYPES[channelType];
  if (contentType === undefined) return { channelType: channel, text: filled, special: null };
  const special = { contentType, text: filled, ...(contentType === 'authentication' && { code }) };
  return { channelType: channel, text: filled, special };
}

/** The code must not be parsed as a replacement pattern. */
const fill = (text: string, code: string) => text.replaceAll(MARK, () => code);

/**
 * The text in the wanted language. The last line of an SMS may name the site, so that browsers offer the code on its
 * pages only; a text that the line would make too long goes without it.
 */
function wordedText({ channelType, text, texts }: ProfileChannel, { language, siteHost }: CodeWording): string {
  const own = (language === null ? undefined : texts?.[language]) ?? text;
  if (channelType !== 'SMS' || siteHost === null) return own;
  const bound = `${own}\n@${siteHost} #${MARK}`;
  const longest = fill(bound, '0'.repeat(GUARDED_CODE_LENGTH));
  return longest.length > CHANNELS.SMS.textLengthMax || partsOf(longest, 'SMS') > PARTS_MAX ? own : bound;
}

/** Digits of a code and allowed checks. */
export type CodeStrength = { readonly codeLength: number; readonly checksMax: number };

/** Strength of the profile, raised if codes of the number were guessed at. A number is never locked. */
export function codeStrength(
  channelType: VerificationChannel,
  { codeLength, checksMax }: CodeStrength,
  isGuarded: boolean,
): CodeStrength {
  if (channelType === 'FLASHCALL')
    return { codeLength: FLASHCALL_CODE_LENGTH, checksMax: isGuarded ? GUARDED_CHECKS_MAX : checksMax };
  return { codeLength: isGuarded ? GUARDED_CODE_LENGTH : codeLength, checksMax };
}

function messageChannel(channelType: VerificationChannel): ChannelType {
  return channelType === 'TELEGRAM_GATEWAY' ? 'TELEGRAM' : channelType;
}

type Problem = { readonly field: string; readonly problem: string };

export function channelsProblem(channels: readonly ProfileChannel[]): Problem | undefined {
  const types = channels.map(({ channelType }) => channelType);
  if (new Set(types).size < types.length) return { field: 'channels', problem: 'must not repeat a channel' };
  for (const [at, channel] of channels.entries()) {
    const wrong = channelProblem(channel);
    if (wrong !== undefined) return { field: `channels[${at}].${wrong.field}`, problem: wrong.problem };
  }
  return undefined;
}

function channelProblem({ channelType, senderName, text, texts = {} }: ProfileChannel): Problem | undefined {
  const { senderNameLengthMax } = CHANNELS[messageChannel(channelType)];
  if (senderName.length > senderNameLengthMax)
    return { field: 'senderName', problem: `must be at most ${senderNameLengthMax} characters long` };
  if (channelType === 'VOICECODE' && senderName !== VOICECODE_SENDER)
    return { field: 'senderName', problem: `must be ${VOICECODE_SENDER}` };
  const all = {
    text,
    ...Object.fromEntries(Object.entries(texts).map(([language, own]) => [`texts.${language}`, own])),
  };
  for (const [field, own] of Object.entries(all)) {
    const problem = textProblem(channelType, own);
    if (problem !== undefined) return { field, problem };
  }
  return undefined;
}

function textProblem(channelType: VerificationChannel, text: string): string | undefined {
  const { textLengthMax } = CHANNELS[messageChannel(channelType)];
  if (text.split(MARK).length !== 2) return `must contain ${MARK} once`;
  if (channelType === 'FLASHCALL') return text === MARK ? undefined : `must be ${MARK}`;
  return text.length - MARK.length + GUARDED_CODE_LENGTH > textLengthMax
    ? `must be at most ${textLengthMax} characters long with a code of ${GUARDED_CODE_LENGTH} digits`
    : undefined;
}
