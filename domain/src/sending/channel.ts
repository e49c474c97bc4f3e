// Properties of each channel. `ttlMinSeconds`: shortest lifetime a client may request. `partsMax`: most parts of a text
// after substitution.

export const CHANNEL_TYPES = [
  'SMS',
  'VIBER',
  'WHATSAPP',
  'VK',
  'TELEGRAM',
  'FLASHCALL',
  'VOICECODE',
  'TEXT_TO_SPEECH',
  'WEASY',
  'PUSH',
  'MAX',
] as const;

export type ChannelType = (typeof CHANNEL_TYPES)[number];

export type ChannelFacts = {
  readReceipts: boolean;
  textLengthMax: number;
  countsParts: boolean;
  partsMax: number;
  ttlMinSeconds: number;
  senderNameLengthMax: number;
};

const messenger = { readReceipts: false, countsParts: false, partsMax: 1, ttlMinSeconds: 60, senderNameLengthMax: 64 };
const call = { ...messenger, ttlMinSeconds: 30 };

export const CHANNELS: Readonly<Record<ChannelType, ChannelFacts>> = {
  // Ten parts of 153 septets: the longest text in any encoding.
  SMS: { ...messenger, countsParts: true, partsMax: 10, textLengthMax: 1530, senderNameLengthMax: 11 },
  VIBER: { ...messenger, readReceipts: true, textLengthMax: 1000, senderNameLengthMax: 28 },
  WHATSAPP: { ...messenger, readReceipts: true, textLengthMax: 4096 },
  VK: { ...messenger, readReceipts: true, textLengthMax: 2048 },
  TELEGRAM: { ...messenger, textLengthMax: 4096 },
  FLASHCALL: { ...call, textLengthMax: 4 },
  VOICECODE: { ...call, textLengthMax: 1000 },
  TEXT_TO_SPEECH: { ...call, textLengthMax: 1000 },
  WEASY: { ...messenger, textLengthMax: 4096 },
  PUSH: { ...messenger, textLengthMax: 1000 },
  MAX: { ...messenger, textLengthMax: 4000 },
};

/** Channels that report reading. */
export const READ_CHANNELS = CHANNEL_TYPES.filter((channel) => CHANNELS[channel].readReceipts);

export const TTL_MAX_SECONDS = 86_400;
