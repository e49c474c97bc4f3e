// Calls of VK's Callback API: https://dev.vk.com/api/callback/getting-started. The secret stands in the body, and VK repeats
// a call until its answer is the text `ok`. Before the first call VK asks for the confirmation string of the community.
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { type BotText, isCommand } from '@volley/domain/subscribers/bot-text.ts';
import { isSameSignature } from '../../platform/http/body-signature.ts';
import { ageOfSeconds } from '../act-age.ts';
import type { AccountHook, HookCall } from '../hook.ts';
import { type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { callbackSecret, confirmationOf } from './callback-server.ts';

const CONFIRMATION = 'confirmation';

export const vkHook: AccountHook = {
  protocol: 'VK_BOT',
  channelType: 'VK',
  refusal: 'access-denied',
  isSigned: (call, account) => {
    const { type, secret: given } = bodyOf(call);
    const secret = callbackSecret(account);
    // The secret may be set at VK after the address was confirmed. The string gives no access.
    if (type === CONFIRMATION && given === undefined) return true;
    return secret !== undefined && isSameSignature(textOf(given), secret);
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
