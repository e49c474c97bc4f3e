// Content of a message by channel: plain text or an object. Plain text equals an object of type `text` on channels with
// objects; an object of type `text` equals its text on channels without. An object without a type has the default
// type of the channel.
import { CHANNELS, type ChannelType } from '../sending/channel.ts';
import { countParts } from './text-segmentation.ts';

export type ContentObject = Readonly<Record<string, unknown>>;

export type MessageContent = {
  /** Readable text: the text, else the caption, else the title. */
  readonly text: string;
  /** The object as given; null for plain text. */
  readonly special: ContentObject | null;
};

/** `field`: path below the content, empty for the content itself. */
export type ContentProblem = { readonly field: string; readonly problem: string };

type Found = MessageContent | ContentProblem;

const FILE_TYPES = ['image', 'video', 'document', 'audio'];
const MESSENGER_TYPES = ['text', ...FILE_TYPES, 'authentication'];
const BUTTON_TYPES = ['url', 'phone', 'reply'];
const SMS_PARTS_MAX = 10;
/** Default for flash calls; accounts may request longer codes. */
const CODE_DIGITS = 4;
export const LONG_CODE_DIGITS = 6;
/** Limit before short links replace long addresses. */
const UNSHORTENED_MAX = 10_000;
const BUTTONS_MAX = 10;
/** Length as JSON; above the sum of the limits of every channel. */
const OBJECT_LENGTH_MAX = 65_536;

export function isContentProblem(found: Found): found is ContentProblem {
  return 'problem' in found;
}

/** `shortUrl`: addresses of the text are replaced by short links later, so the SMS parts are not limited yet. */
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
  // Plain text has no members, so the fault has no path.
  if (found !== undefined) return typeof content === 'string' ? { ...found, field: '' } : found;
  if (typeof content !== 'string' && JSON.stringify(given).length > OBJECT_LENGTH_MAX)
    return problem('', `must be at most ${OBJECT_LENGTH_MAX} characters long as JSON`);
  const text = [given['text'], given['caption'], given['title'], given['code']].find((one) => typeof one === 'string');
  const plain = typeof content === 'string' || (channel === 'SMS' && given['contentType'] === 'text');
  return { text: typeof text === 'string' ? text : '', special: plain ? null : given };
}

const plainType = (channel: ChannelType) => (channel === 'PUSH' ? 'push' : 'text');

/** At least one run of four to eight digits, with single spaces or hyphens between them. */
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
  VK: readChat,
  FLASHCALL: (content, _channel, _shortUrl, codeDigitsMax) => readFlashcall(content, codeDigitsMax),
  VOICECODE: (content, channel) => readText(content, channel),
  TELEGRAM: readChat,
  MAX: readChat,
  WEASY: readChat,
  WHATSAPP: (content, channel) => readMessenger(content, channel, MESSENGER_TYPES),
  VIBER: (content, channel) =>
    content['contentType'] === 'button'
      ? (readLine(content, 'text', 1, CHANNELS[channel].textLengthMax) ??
        readOptional(content, 'imageUrl', isHttps, 'must be an https address') ??
        readOptional(content, 'caption', isLine(60), 'must be at most 60 characters long') ??
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
  if (!(length >= min && length <= max)) return problem(name, `must be ${min} to ${max} characters long`);
  return String(content[name]).trim() === '' ? problem(name, 'must not be blank') : undefined;
}

/** A character has at most two units, so a text far longer than `max` is not counted. */
function charactersIn(value: unknown, max: number): number {
  if (typeof value !== 'string') return Number.NaN;
  return value.length > 2 * max ? value.length : Array.from(value).length;
}

/** Null counts as absent. */
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
      : (readOptional(content, 'text', isLine(max), `must be at most ${max} characters long`) ??
        (FILE_TYPES.includes(type) && !isHttps(content['fileUrl'])
          ? problem('fileUrl', 'must be an https address')
          : undefined));
  return body ?? readCode(content, type) ?? readFrame(content) ?? readKeyboard(content);
}

function readCode(content: ContentObject, type: string): ContentProblem | undefined {
  if (type === 'authentication') return readLine(content, 'code', 4, 8);
  return (content['code'] ?? null) === null
    ? undefined
    : problem('code', 'must be absent unless contentType is authentication');
}

function readFrame(content: ContentObject): ContentProblem | undefined {
  const short = (value: unknown) => isObject(value) && isLine(60)(value['text']);
  return (
    readOptional(content, 'header', short, 'must have a text of at most 60 characters') ??
    readOptional(content, 'footer', short, 'must have a text of at most 60 characters') ??
    readOptional(content, 'caption', isLine(1_024), 'must be at most 1024 characters long') ??
    readOptional(content, 'fileName', isLine(255), 'must be at most 255 characters long')
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
    `must have at most ${BUTTONS_MAX} buttons of type url, phone or reply`,
  );
}

function readPush(content: ContentObject): ContentProblem | undefined {
  return (
    readType(content, ['push', 'text']) ??
    readLine(content, 'text', 1, 1_000) ??
    readOptional(content, 'title', isLine(100), 'must be at most 100 characters long') ??
    readOptional(content, 'imageUrl', isHttps, 'must be an https address') ??
    readOptional(content, 'action', isLine(2_048), 'must be at most 2048 characters long') ??
    readOptional(content, 'data', isObject, 'must be an object')
  );
}
