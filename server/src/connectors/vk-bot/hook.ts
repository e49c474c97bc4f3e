// Calls of VK's Callback API: https://dev.vk.com/api/callback/getting-started. The secret stands in the body, and VK
// repeats a call until its answer is the text `ok`. Before the first call VK asks for the confirmation string of the
// community.
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { type BotText, isCommand } from '@volley/domain/subscribers/bot-text.ts';
import { isSameSignature } from '../../platform/http/body-signature.ts';
import { ageOfSeconds } from '../act-age.ts';
import type { AccountHook, HookCall } from '../hook.ts';
import { type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { callbackSecret, confirmationOf } from './callback-server.ts';

const CONFIRMATION = 'confirmation';
/** It has a type and the number of the community. */
const CONFIRMATION_BYTES_MAX = 4_096;
const SECRET_NAME = Buffer.from('"secret"');
/** VK sends one member of this name. */
const SECRETS_MAX = 8;
/** A secret has at most 50 characters, each of which may be escaped. */
const SECRET_BYTES_MAX = 400;
const SECRET_TEXT = /^\s*:\s*("(?:[^"\\]|\\.)*")/;

export const vkHook: AccountHook = {
  protocol: 'VK_BOT',
  channelType: 'VK',
  refusal: 'access-denied',
  // Parsed only if the secret stands in it somewhere.
  isSigned: (call, account) => {
    const secret = callbackSecret(account);
    const isRight = (given: string) => secret !== undefined && isSameSignature(given, secret);
    return secretsIn(call.body).some(isRight) && isRight(textOf(bodyOf(call)['secret']));
  },
  // The secret may be set at VK after the address was confirmed. The string gives no access.
  isOpen: (call) => {
    if (call.body.length > CONFIRMATION_BYTES_MAX) return false;
    const { type, secret } = bodyOf(call);
    return type === CONFIRMATION && secret === undefined;
  },
  read: (body, _account, nowMs) => ({
    events: eventsOf(membersOf(body), nowMs),
    texts: textsOf(membersOf(body), nowMs),
  }),
  answer: (body, account) => (membersOf(body)['type'] === CONFIRMATION ? confirmationOf(account) : 'ok'),
};

function eventsOf({ type, object }: Members, nowMs: number): BotEvent[] {
  const about = membersOf(object);
  switch (type) {
    case 'message_allow':
      return eventOf(about['user_id'], 'started');
    case 'message_deny':
      return eventOf(about['user_id'], 'stopped');
    case 'message_new':
      return writtenOf(about, nowMs);
    default:
      return [];
  }
}

/** Texts of the last members named `secret`. In a text of a person the quotes of the name are escaped. */
function secretsIn(body: Buffer): string[] {
  const found: string[] = [];
  let at = body.lastIndexOf(SECRET_NAME);
  for (let names = 0; at >= 0 && names < SECRETS_MAX; names += 1) {
    const start = at + SECRET_NAME.length;
    const [, text] = SECRET_TEXT.exec(body.toString('latin1', start, start + SECRET_BYTES_MAX)) ?? [];
    if (text !== undefined) found.push(textIn(text));
    at = at === 0 ? -1 : body.lastIndexOf(SECRET_NAME, at - 1);
  }
  return found;
}

/** Empty: no text of JSON. */
function textIn(json: string): string {
  try {
    return textOf(JSON.parse(json));
  } catch {
    return '';
  }
}

/** Empty: not JSON. */
function bodyOf({ body }: HookCall): Members {
  try {
    return membersOf(JSON.parse(body.toString('utf8')));
  } catch {
    return {};
  }
}

/** A person who writes to the community allows its messages. */
function writtenOf(about: Members, nowMs: number): BotEvent[] {
  const { from_id, date } = ownMessage(about);
  return eventOf(from_id, 'started', ageOfSeconds(date, nowMs));
}

function textsOf({ type, object }: Members, nowMs: number): BotText[] {
  if (type !== 'message_new') return [];
  const { from_id, id, date, text } = ownMessage(membersOf(object));
  const [person, messageId, written] = [wholeOf(from_id), wholeOf(id), textOf(text)];
  if (person === undefined || person < 1 || messageId === undefined || messageId < 1) return [];
  if (written === '' || isCommand(written)) return [];
  return [{ subscriberId: String(person), id: String(messageId), text: written, ageMs: ageOfSeconds(date, nowMs) }];
}

/** Empty: not a message of one person to the community. Versions of the API before 5.103 have no `message`. */
function ownMessage(about: Members): Members {
  const message = membersOf(about['message'] ?? about);
  // In a chat of several people the peer is the chat; `out` marks messages of the community.
  return message['from_id'] !== message['peer_id'] || message['out'] === 1 ? {} : message;
}

function eventOf(userId: unknown, kind: BotEvent['kind'], ageMs = 0): BotEvent[] {
  const id = wholeOf(userId);
  // Ids below zero are communities.
  return id === undefined || id < 1 ? [] : [{ subscriberId: String(id), kind, ageMs }];
}
