// The content objects of each channel: one table for the reader of messages, the contract and the types of clients. A
// channel has one form per group of content types; the first type of the first form is that of an object without a
// type.
import { CHANNELS, type ChannelType } from '../sending/channel.ts';

export type ContentMembers = Readonly<Record<string, ContentMember>>;

export type ContentMember = { readonly isOptional?: true; readonly about?: string } & (
  | { readonly kind: 'line'; readonly min: number; readonly max: number } // not blank
  | { readonly kind: 'short'; readonly max: number } // may be empty
  | { readonly kind: 'digits'; readonly min: number; readonly max: number } // an account may have a lower maximum
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'address'; readonly protocols: readonly string[] }
  | { readonly kind: 'object' } // with members of any name
  | { readonly kind: 'part'; readonly title: string; readonly members: ContentMembers }
  | { readonly kind: 'list'; readonly title: string; readonly max: number; readonly members: ContentMembers }
  | { readonly kind: 'absent'; readonly reason: string }
);

export type ContentForm = {
  /** Name of the type of these objects. */
  readonly title: string;
  readonly contentTypes: readonly string[];
  readonly members: ContentMembers;
  /** It also has the members of CONTENT_FRAME. */
  readonly isFramed?: true;
};

/** The default for flash calls; accounts may request longer codes. */
export const CODE_DIGITS = 4;
export const LONG_CODE_DIGITS = 6;

const line = (max: number, min = 1) => ({ kind: 'line', min, max }) as const;
const short = (max: number, about?: string) =>
  ({ kind: 'short', max, isOptional: true, ...(about !== undefined && { about }) }) as const;
const https = (about: string) => ({ kind: 'address', protocols: ['https:'], about }) as const;

const NAMED = {
  kind: 'part',
  title: 'ContentLine',
  isOptional: true,
  members: { text: { kind: 'short', max: 60 } },
} as const;

const IMAGE = { ...https('https address of a picture'), isOptional: true } as const;

const KEYBOARD = {
  kind: 'part',
  title: 'Keyboard',
  isOptional: true,
  members: {
    buttons: {
      kind: 'list',
      title: 'Button',
      max: 10,
      members: {
        type: { kind: 'choice', of: ['url', 'phone', 'reply'] },
        text: { kind: 'short', max: 60 },
        value: short(2_048, 'the URL, the phone number or the payload of the reply'),
      },
    },
  },
} as const;

/** Around the text of a messenger. */
export const CONTENT_FRAME: ContentMembers = {
  header: { ...NAMED, about: 'line above the text' },
  footer: { ...NAMED, about: 'line below the text' },
  caption: short(1_024, 'text below a file'),
  fileName: short(255, 'name of the file for the recipient'),
  keyboard: KEYBOARD,
};

export const membersOf = ({ members, isFramed }: ContentForm): ContentMembers =>
  isFramed === true ? { ...members, ...CONTENT_FRAME } : members;

const NO_CODE = { kind: 'absent', reason: 'must be absent unless contentType is authentication' } as const;

const plain = (channel: ChannelType): readonly ContentForm[] => [
  { title: 'TextContent', contentTypes: ['text'], members: { text: line(CHANNELS[channel].textLengthMax) } },
];

const chat = (channel: ChannelType): readonly ContentForm[] => [
  {
    title: 'ChatContent',
    contentTypes: ['text'],
    members: { text: line(CHANNELS[channel].textLengthMax), imageUrl: IMAGE, keyboard: KEYBOARD },
  },
];

function messenger(channel: ChannelType): readonly ContentForm[] {
  const max = CHANNELS[channel].textLengthMax;
  return [
    { title: 'MessengerContent', contentTypes: ['text'], members: { text: line(max), code: NO_CODE }, isFramed: true },
    {
      title: 'MessengerFileContent',
      contentTypes: ['image', 'video', 'document', 'audio'],
      members: { text: short(max), fileUrl: https('https address of the file'), code: NO_CODE },
      isFramed: true,
    },
    {
      title: 'MessengerCodeContent',
      contentTypes: ['authentication'],
      members: { text: short(max), code: { ...line(8, 4), about: 'the code of an authentication' } },
      isFramed: true,
    },
  ];
}

const VIBER_BUTTON: ContentForm = {
  title: 'ViberButtonContent',
  contentTypes: ['button'],
  members: {
    text: line(CHANNELS.VIBER.textLengthMax),
    imageUrl: IMAGE,
    caption: short(60, 'text of the button'),
    action: {
      kind: 'address',
      protocols: ['https:', 'http:'],
      isOptional: true,
      about: 'address that the button opens',
    },
  },
};

export const CONTENT_FORMS: Readonly<Record<ChannelType, readonly ContentForm[]>> = {
  SMS: plain('SMS'),
  VIBER: [...messenger('VIBER'), VIBER_BUTTON],
  WHATSAPP: messenger('WHATSAPP'),
  VK: chat('VK'),
  TELEGRAM: chat('TELEGRAM'),
  FLASHCALL: [
    {
      title: 'TextContent',
      contentTypes: ['text'],
      members: { text: { kind: 'digits', min: CODE_DIGITS, max: LONG_CODE_DIGITS } },
    },
  ],
  VOICECODE: plain('VOICECODE'),
  TEXT_TO_SPEECH: [
    {
      title: 'SpeechContent',
      contentTypes: ['text'],
      members: {
        text: line(CHANNELS.TEXT_TO_SPEECH.textLengthMax),
        voice: { kind: 'choice', of: ['FEMALE', 'MALE'], isOptional: true },
        speed: { kind: 'number', min: 0.5, max: 2, isOptional: true },
      },
    },
  ],
  WEASY: chat('WEASY'),
  PUSH: [
    {
      title: 'PushContent',
      contentTypes: ['push', 'text'],
      members: {
        text: line(CHANNELS.PUSH.textLengthMax),
        title: short(100, 'title of a notification'),
        imageUrl: IMAGE,
        action: short(2_048, 'address or screen that a tap opens'),
        data: { kind: 'object', isOptional: true, about: 'values for the app' },
      },
    },
  ],
  MAX: chat('MAX'),
};
