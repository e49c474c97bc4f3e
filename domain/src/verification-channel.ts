// What a code looks like as a message of each channel, and which profiles can be kept. TELEGRAM_GATEWAY is known to
// verification only: it is a message of TELEGRAM that carries the code itself beside the text.
import { CHANNEL_TYPES, CHANNELS, type ChannelType } from './channel.ts';

export const VERIFICATION_CHANNELS = [...CHANNEL_TYPES, 'TELEGRAM_GATEWAY'] as const;

export type VerificationChannel = (typeof VERIFICATION_CHANNELS)[number];

export type ProfileChannel = {
  readonly channelType: VerificationChannel;
  readonly senderName: string;
  /** Holds `{code}` once. */
  readonly text: string;
};

export type CodeMessage = {
  readonly channelType: ChannelType;
  readonly text: string;
  readonly special: Readonly<Record<string, unknown>> | null;
};

const MARK = '{code}';
/** Stands for the code wherever a message of the verifier is stored or shown. */
export const CODE_MASK = '••••';
/** The sender name that every call with a spoken code has. */
const VOICECODE_SENDER = 'voicecode';
/** A flash call ends in the code, and numbers for calls are had with this length only. */
const FLASHCALL_CODE_LENGTH = 4;
/** The longest code: that of a number which somebody guesses at. */
const GUARDED_CODE_LENGTH = 8;
/** Of a code that cannot be longer, when somebody guesses at it. */
const GUARDED_CHECKS_MAX = 1;

/** How the content is told to the channel; undefined is a plain text. */
const CONTENT_TYPES: Readonly<Partial<Record<VerificationChannel, string>>> = {
  VIBER: 'text',
  WHATSAPP: 'authentication',
  TELEGRAM: 'text',
  TELEGRAM_GATEWAY: 'authentication',
  VOICECODE: 'text',
  TEXT_TO_SPEECH: 'text',
  WEASY: 'text',
  PUSH: 'push',
};

export function codeMessage({ channelType, text }: ProfileChannel, code: string): CodeMessage {
  const channel = messageChannel(channelType);
  if (channelType === 'FLASHCALL') return { channelType: channel, text: code, special: null };
  // By function, because a text may hold characters that mean something in a replacement.
  const filled = text.replace(MARK, () => code);
  const contentType = CONTENT_TYPES[channelType];
  if (contentType === undefined) return { channelType: channel, text: filled, special: null };
  const special = { contentType, text: filled, ...(contentType === 'authentication' && { code }) };
  return { channelType: channel, text: filled, special };
}

/** How hard a code is to guess: digits, and how often it may be tried. */
export type CodeStrength = { readonly codeLength: number; readonly checksMax: number };

/** As the profile says; harder where codes of the number were guessed at. A number is never locked. */
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

/** What is wrong with the channels of a profile; undefined when nothing is. */
export function channelsProblem(channels: readonly ProfileChannel[]): Problem | undefined {
  const types = channels.map(({ channelType }) => channelType);
  if (new Set(types).size < types.length) return { field: 'channels', problem: 'must not repeat a channel' };
  for (const [at, channel] of channels.entries()) {
    const wrong = channelProblem(channel);
    if (wrong !== undefined) return { field: `channels[${at}].${wrong.field}`, problem: wrong.problem };
  }
  return undefined;
}

function channelProblem({ channelType, senderName, text }: ProfileChannel): Problem | undefined {
  const { senderNameLengthMax, textLengthMax } = CHANNELS[messageChannel(channelType)];
  if (senderName.length > senderNameLengthMax)
    return { field: 'senderName', problem: `must be at most ${senderNameLengthMax} characters long` };
  if (channelType === 'VOICECODE' && senderName !== VOICECODE_SENDER)
    return { field: 'senderName', problem: `must be ${VOICECODE_SENDER}` };
  if (text.split(MARK).length !== 2) return { field: 'text', problem: `must hold ${MARK} once` };
  if (channelType === 'FLASHCALL') {
    if (text !== MARK) return { field: 'text', problem: `must be ${MARK}` };
  } else if (text.length - MARK.length + GUARDED_CODE_LENGTH > textLengthMax)
    return {
      field: 'text',
      problem: `must be at most ${textLengthMax} characters long with a code of ${GUARDED_CODE_LENGTH} digits`,
    };
  return undefined;
}
