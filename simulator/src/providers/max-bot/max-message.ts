// Messages of the Bot API of MAX: the rules for their content, and the form in which an answer shows them.
import { createHash } from 'node:crypto';
import { type MaxReply, refused } from './max-reply.ts';

export type Body = Readonly<Record<string, unknown>>;

const textLengthMax = 4_000;
const buttonTypes = ['link', 'callback', 'message', 'request_contact', 'request_geo_location', 'open_app', 'clipboard'];

/** Undefined: the message can be sent. */
export function contentProblem(body: Body, uploads: KnownPictures): MaxReply | undefined {
  const text = textOf(body['text']);
  const attachments = listOf(body['attachments']);
  if (text.length > textLengthMax) return malformed(`Field 'text' size (${text.length}) must be at most 4000`);
  if (text === '' && attachments.length === 0) return malformed('Message has neither text nor attachments');
  for (const attachment of attachments) {
    const { type, payload } = membersOf(attachment);
    const problem =
      type === 'inline_keyboard'
        ? keyboardProblem(membersOf(payload))
        : imageProblem(type, membersOf(payload), uploads);
    if (problem !== undefined) return malformed(problem);
  }
  return undefined;
}

export const hasPicture = (body: Body): boolean =>
  listOf(body['attachments']).some((attachment) => membersOf(attachment)['type'] === 'image');

const malformed = (message: string) => refused(400, 'proto.payload', message);

function keyboardProblem({ buttons }: Body): string | undefined {
  const all = listOf(buttons).flatMap(listOf).map(membersOf);
  if (all.length === 0) return 'Keyboard has no buttons';
  if (all.some(({ type, text }) => !buttonTypes.includes(textOf(type)) || textOf(text) === ''))
    return 'Button has no known type or no text';
  return all.some(({ type, url }) => type === 'link' && !isWebAddress(url))
    ? 'Must have only http/https links format in buttons'
    : undefined;
}

/** Tokens that uploads have made. */
export type KnownPictures = { knows(token: string): boolean };

function imageProblem(type: unknown, { url, photos }: Body, uploads: KnownPictures): string | undefined {
  if (type !== 'image') return `Attachment of type ${textOf(type)} is not simulated`;
  if (photos !== undefined) {
    const tokens = Object.values(membersOf(photos)).map((photo) => textOf(membersOf(photo)['token']));
    return tokens.length > 0 && tokens.every((token) => uploads.knows(token)) ? undefined : 'Unknown photo token';
  }
  return isWebAddress(url) ? undefined : 'Image has no http/https address';
}

export function botOf(token: string) {
  // The id stays a small whole number, as the ids of the provider are.
  const userId = createHash('sha256').update(token).digest().readUInt32BE() & 0x3f_ff_ff_ff;
  return {
    user_id: userId,
    first_name: `Bot ${userId}`,
    name: `Bot ${userId}`,
    username: `id${userId}_bot`,
    is_bot: true,
    last_activity_time: Date.now(),
  };
}

/** A dialogue has one id for both sides. */
export const chatIdOf = (bot: ReturnType<typeof botOf>, userId: number): number =>
  Number(BigInt(bot.user_id) ^ BigInt(userId));

/** `seq` is unique. */
export function messageOf(sender: ReturnType<typeof botOf>, userId: number, body: Body, seq: number) {
  const chatId = chatIdOf(sender, userId);
  return {
    sender,
    recipient: { chat_id: chatId, chat_type: 'dialog', user_id: userId },
    timestamp: Date.now(),
    body: {
      mid: `mid.${hex(chatId)}${hex(seq)}`,
      seq,
      text: textOf(body['text']),
      attachments: listOf(body['attachments']),
    },
  };
}

export const hex = (value: number) => value.toString(16).padStart(16, '0');
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isWebAddress = (value: unknown) => /^https?:\/\//.test(textOf(value));

function membersOf(value: unknown): Body {
  // Checked to be a plain JSON object.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
}
