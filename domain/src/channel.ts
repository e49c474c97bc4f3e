// What the rules need to know about each channel. `ttlMinSeconds` is the shortest lifetime a client may ask for,
// `partsMax` how long a text may become after substitutions.

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
  // Ten parts of 153 septets is the longest text any encoding can carry.
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
};

/** Where a message that was delivered may still be read, or not. */
export const READ_CHANNELS = CHANNEL_TYPES.filter((channel) => CHANNELS[channel].readReceipts);

export const TTL_MAX_SECONDS = 86_400;
