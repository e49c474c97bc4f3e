// What a message may hold, by channel. Content is a plain text or an object; a plain text means an object of the
// type `text` where the channel wants one, and an object of that type means its text where the channel wants none.
// An object that does not say its type is of the channel's plain one.
import { CHANNELS, type ChannelType } from './channel.ts';
import { countParts } from './text-segmentation.ts';

export type ContentObject = Readonly<Record<string, unknown>>;

export type MessageContent = {
  /** What a person reads: the text, else the caption, else the title. */
  readonly text: string;
  /** The object as it came; null where a plain text was given. */
  readonly special: ContentObject | null;
};

/** `field` is the path below the content, empty for the content itself. */
export type ContentProblem = { readonly field: string; readonly problem: string };

type Found = MessageContent | ContentProblem;

const FILE_TYPES = ['image', 'video', 'document', 'audio'];
const MESSENGER_TYPES = ['text', ...FILE_TYPES, 'authentication'];
const BUTTON_TYPES = ['url', 'phone', 'reply'];
const SMS_PARTS_MAX = 10;
/** Of a flash call; an account may ask for longer ones. */
const CODE_DIGITS = 4;
export const LONG_CODE_DIGITS = 6;
/** Before its links are shortened a text may be longer than what is sent of it. */
const UNSHORTENED_MAX = 10_000;
const BUTTONS_MAX = 10;
/** As JSON; more than everything a channel shows of it can fill. */
const OBJECT_LENGTH_MAX = 65_536;

export function isContentProblem(found: Found): found is ContentProblem {
  return 'problem' in found;
}

/** With `shortUrl` the links of the text are still to be shortened; the parts of an SMS are counted after that. */
export function readContent(
  channel: ChannelType,
  content: unknown,
  shortUrl = false,
  codeDigitsMax = CODE_DIGITS,
): Found {
  const object = typeof content === 'string' ? { text: content } : content;
  if (!isObject(object)) return problem('', 'must be a text or an object');
  const given = (object['contentType'] ?? null) === null ? { ...object, contentType: plainType(channel) } : object;
  const found = READERS[channel](given, channel, shortUrl, codeDigitsMax);
  // A plain text has no members.
  if (found !== undefined) return typeof content === 'string' ? { ...found, field: '' } : found;
  if (typeof content !== 'string' && JSON.stringify(given).length > OBJECT_LENGTH_MAX)
    return problem('', `must have at most ${OBJECT_LENGTH_MAX} characters as JSON`);
  const text = [given['text'], given['caption'], given['title'], given['code']].find((one) => typeof one === 'string');
  const plain = typeof content === 'string' || (channel === 'SMS' && given['contentType'] === 'text');
  return { text: typeof text === 'string' ? text : '', special: plain ? null : given };
}

const plainType = (channel: ChannelType) => (channel === 'PUSH' ? 'push' : 'text');

/** At least one run of four to eight digits, with single blanks or hyphens between them. */
export function holdsSpokenCode(text: string): boolean {
  return /(?<!\d[ -]?)\d(?:[ -]?\d){3,7}(?![ -]?\d)/.test(text);
}

type Reader = (
  content: ContentObject,
  channel: ChannelType,
  shortUrl: boolean,
  codeDigitsMax: number,
) => ContentProblem | undefined;

const READERS: Readonly<Record<ChannelType, Reader>> = {
  SMS: (content, channel, shortUrl) =>
    readText(content, channel, shortUrl ? UNSHORTENED_MAX : undefined) ?? readSms(content, shortUrl),
  VK: (content, channel) => readText(content, channel),
  FLASHCALL: (content, _channel, _shortUrl, codeDigitsMax) => readFlashcall(content, codeDigitsMax),
  VOICECODE: (content, channel) => readText(content, channel),
  TELEGRAM: readChat,
  WEASY: readChat,
  WHATSAPP: (content, channel) => readMessenger(content, channel, MESSENGER_TYPES),
  VIBER: (content, channel) =>
    content['contentType'] === 'button'
      ? (readLine(content, 'text', 1, CHANNELS[channel].textLengthMax) ??
        readOptional(content, 'imageUrl', isHttps, 'must be an https address') ??
        readOptional(content, 'caption', isLine(60), 'must have at most 60 characters') ??
        readOptional(content, 'action', isWebAddress, 'must be an http or https address'))
      : readMessenger(content, channel, MESSENGER_TYPES),
  TEXT_TO_SPEECH: (content, channel) =>
    readText(content, channel) ??
    readOptional(content, 'voice', (voice) => voice === 'FEMALE' || voice === 'MALE', 'must be FEMALE or MALE') ??
    readOptional(content, 'speed', isSpeed, 'must be between 0.5 and 2'),
  PUSH: readPush,
};

function readFlashcall({ contentType, text }: ContentObject, digitsMax: number): ContentProblem | undefined {
  const isCode =
    typeof text === 'string' && /^\d+$/.test(text) && text.length >= CODE_DIGITS && text.length <= digitsMax;
  if (contentType === 'text' && isCode) return undefined;
  return problem('', `must be a code of ${digitsMax === CODE_DIGITS ? '' : `${CODE_DIGITS} to `}${digitsMax} digits`);
}

const problem = (field: string, text: string): ContentProblem => ({ field, problem: text });

function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readType(content: ContentObject, allowed: readonly string[]): ContentProblem | undefined {
  const type = content['contentType'];
  if (typeof type === 'string' && allowed.includes(type)) return undefined;
  return problem('contentType', `must be one of ${allowed.join(', ')}`);
}

function readLine(content: ContentObject, name: string, min: number, max: number): ContentProblem | undefined {
  const length = charactersIn(content[name], max);
  if (!(length >= min && length <= max)) return problem(name, `must have ${min} to ${max} characters`);
  return String(content[name]).trim() === '' ? problem(name, 'must not be blank') : undefined;
}

/** A character has two units at most, so what is far longer than `max` is not counted. */
function charactersIn(value: unknown, max: number): number {
  if (typeof value !== 'string') return Number.NaN;
  return value.length > 2 * max ? value.length : Array.from(value).length;
}

/** Absent and null are no value. */
function readOptional(
  content: ContentObject,
  name: string,
  isFine: (value: unknown) => boolean,
  words: string,
): ContentProblem | undefined {
  const value = content[name];
  return value === undefined || value === null || isFine(value) ? undefined : problem(name, words);
}

const isLine = (max: number) => (value: unknown) => charactersIn(value, max) <= max;
const isSpeed = (value: unknown) => typeof value === 'number' && value >= 0.5 && value <= 2;

function isAddress(value: unknown, protocols: readonly string[]): boolean {
  return (
    typeof value === 'string' &&
    value.length <= 2_048 &&
    URL.canParse(value) &&
    protocols.includes(new URL(value).protocol)
  );
}

const isHttps = (value: unknown) => isAddress(value, ['https:']);
const isWebAddress = (value: unknown) => isAddress(value, ['https:', 'http:']);

function readText(
  content: ContentObject,
  channel: ChannelType,
  max = CHANNELS[channel].textLengthMax,
): ContentProblem | undefined {
  return readType(content, ['text']) ?? readLine(content, 'text', 1, max);
}

function readSms(content: ContentObject, shortUrl: boolean): ContentProblem | undefined {
  const text = String(content['text']);
  if (text.startsWith('\u{feff}')) return problem('', 'must not begin with a byte-order mark');
  return !shortUrl && countParts(text) > SMS_PARTS_MAX
    ? problem('', `must have at most ${SMS_PARTS_MAX} parts`)
    : undefined;
}

function readChat(content: ContentObject, channel: ChannelType): ContentProblem | undefined {
  return (
    readText(content, channel) ??
    readOptional(content, 'imageUrl', isHttps, 'must be an https address') ??
    readKeyboard(content)
  );
}

function readMessenger(
  content: ContentObject,
  channel: ChannelType,
  types: readonly string[],
): ContentProblem | undefined {
  const wrong = readType(content, types);
  if (wrong !== undefined) return wrong;
  const type = String(content['contentType']);
  const max = CHANNELS[channel].textLengthMax;
  const body =
    type === 'text'
      ? readLine(content, 'text', 1, max)
      : (readOptional(content, 'text', isLine(max), `must have at most ${max} characters`) ??
        (FILE_TYPES.includes(type) && !isHttps(content['fileUrl'])
          ? problem('fileUrl', 'must be an https address')
          : undefined));
  return body ?? readCode(content, type) ?? readFrame(content) ?? readKeyboard(content);
}

function readCode(content: ContentObject, type: string): ContentProblem | undefined {
  if (type === 'authentication') return readLine(content, 'code', 4, 8);
  return (content['code'] ?? null) === null ? undefined : problem('code', 'is for authentication only');
}

function readFrame(content: ContentObject): ContentProblem | undefined {
  const short = (value: unknown) => isObject(value) && isLine(60)(value['text']);
  return (
    readOptional(content, 'header', short, 'must have a text of at most 60 characters') ??
    readOptional(content, 'footer', short, 'must have a text of at most 60 characters') ??
    readOptional(content, 'caption', isLine(1_024), 'must have at most 1024 characters') ??
    readOptional(content, 'fileName', isLine(255), 'must have at most 255 characters')
  );
}

function readKeyboard(content: ContentObject): ContentProblem | undefined {
  const isButton = (button: unknown) =>
    isObject(button) &&
    BUTTON_TYPES.some((type) => type === button['type']) &&
    isLine(60)(button['text']) &&
    readOptional(button, 'value', isLine(2_048), '') === undefined;
  const isKeyboard = (value: unknown) =>
    isObject(value) &&
    Array.isArray(value['buttons']) &&
    value['buttons'].length <= BUTTONS_MAX &&
    value['buttons'].every(isButton);
  return readOptional(
    content,
    'keyboard',
    isKeyboard,
    `must have up to ${BUTTONS_MAX} buttons of type url, phone or reply`,
  );
}

function readPush(content: ContentObject): ContentProblem | undefined {
  return (
    readType(content, ['push', 'text']) ??
    readLine(content, 'text', 1, 1_000) ??
    readOptional(content, 'title', isLine(100), 'must have at most 100 characters') ??
    readOptional(content, 'imageUrl', isHttps, 'must be an https address') ??
    readOptional(content, 'action', isLine(2_048), 'must have at most 2048 characters') ??
    readOptional(content, 'data', isObject, 'must be an object')
  );
}
