// Content of a message by channel: plain text or an object. Plain text equals an object of type `text` on channels with
// objects; an object of type `text` equals its text on channels without. An object without a type has the default
// type of the channel.
import type { ChannelType } from '../sending/channel.ts';
import { CODE_DIGITS, CONTENT_FORMS, membersOf } from './content-forms.ts';
import {
  type ContentLimits,
  type ContentObject,
  type ContentProblem,
  type ContentProblems,
  isObject,
  NO_PROBLEMS,
  problem,
  readMembers,
} from './content-members.ts';
import { countParts } from './text-segmentation.ts';

export type MessageContent = {
  /** Readable text: the text, else the caption, else the title. */
  readonly text: string;
  /** The object as given; null for plain text. */
  readonly special: ContentObject | null;
};

type Found = MessageContent | { readonly problems: ContentProblems };

const SMS_PARTS_MAX = 10;
/** Limit before short links replace long addresses. */
const UNSHORTENED_MAX = 10_000;
/** Length as JSON; above the sum of the limits of every channel. */
const OBJECT_LENGTH_MAX = 65_536;

export function isContentProblem(found: Found): found is { readonly problems: ContentProblems } {
  return 'problems' in found;
}

/**
 * An empty, blank or too long string, as bad data makes it: the text, caption, header, button, file name or code of a
 * message, or its whole object above 65,536 characters. Callers refuse the one message. Every other problem is a
 * mistake in the form of the request.
 */
export const isBadText = ({ code }: ContentProblem) => code === 'too-short' || code === 'too-long';

/** `shortUrl`: addresses of the text are replaced by short links later, so the SMS parts are not limited yet. */
export function readContent(
  channel: ChannelType,
  content: unknown,
  shortUrl = false,
  codeDigitsMax = CODE_DIGITS,
): Found {
  const object = typeof content === 'string' ? { text: content } : content;
  if (!isObject(object)) return { problems: problem('', 'must be a text or an object', 'wrong-type') };
  const given = (object['contentType'] ?? null) === null ? { ...object, contentType: plainType(channel) } : object;
  const limits = { codeDigitsMax, ...(channel === 'SMS' && shortUrl && { textLengthMax: UNSHORTENED_MAX }) };
  const found = readForm(channel, given, limits);
  const problems = found.length === 0 && channel === 'SMS' ? smsProblems(String(given['text']), shortUrl) : found;
  // Plain text has no members, so its problem has no path.
  if (problems.length > 0)
    return { problems: typeof content === 'string' ? problems.map((found) => ({ ...found, field: '' })) : problems };
  if (typeof content !== 'string' && JSON.stringify(given).length > OBJECT_LENGTH_MAX)
    return { problems: problem('', `must be at most ${OBJECT_LENGTH_MAX} characters long as JSON`, 'too-long') };
  const text = [given['text'], given['caption'], given['title'], given['code']].find((one) => typeof one === 'string');
  const plain = typeof content === 'string' || (channel === 'SMS' && given['contentType'] === 'text');
  return { text: typeof text === 'string' ? text : '', special: plain ? null : given };
}

/** Every channel has a form with a type. */
const plainType = (channel: ChannelType) => CONTENT_FORMS[channel][0]?.contentTypes[0];

/** At least one run of four to eight digits, with single spaces or hyphens between them. */
export function holdsSpokenCode(text: string): boolean {
  return /(?<!\d[ -]?)\d(?:[ -]?\d){3,7}(?![ -]?\d)/.test(text);
}

function readForm(channel: ChannelType, content: ContentObject, limits: ContentLimits): ContentProblems {
  const forms = CONTENT_FORMS[channel];
  const type = content['contentType'];
  const form = forms.find(({ contentTypes }) => contentTypes.some((one) => one === type));
  if (form !== undefined) return readMembers(membersOf(form), content, limits);
  const known = forms.flatMap(({ contentTypes }) => contentTypes);
  return problem('contentType', `must be one of ${known.join(', ')}`, 'not-in-list');
}

function smsProblems(text: string, shortUrl: boolean): ContentProblems {
  if (text.startsWith('\u{feff}')) return problem('text', 'must not begin with a byte-order mark', 'wrong-form');
  return !shortUrl && countParts(text) > SMS_PARTS_MAX
    ? problem('text', `must have at most ${SMS_PARTS_MAX} parts`, 'too-long')
    : NO_PROBLEMS;
}
