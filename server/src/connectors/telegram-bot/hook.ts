// Updates of the Telegram Bot API: https://core.telegram.org/bots/api#update. Telegram sends the secret of the webhook with
// every call and repeats a call until it is answered with 2xx. Only private chats count: there the chat has the id of the
// person.
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { isSameSignature } from '../../platform/http/body-signature.ts';
import type { AccountHook } from '../hook.ts';
import { type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { webhookSecret } from '../webhook-secret.ts';

const START = /^\/start(?:@\w+)?(?:\s|$)/;

type Act = Pick<BotEvent, 'kind' | 'number'>;

/** New status of the bot in a private chat. */
const MEMBER_ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['member', { kind: 'started' }],
  ['kicked', { kind: 'stopped' }],
]);

export const botHook: AccountHook = {
  protocol: 'TELEGRAM_BOT',
  channelType: 'TELEGRAM',
  isSigned: ({ header }, { secrets: { token } }) =>
    token !== undefined && isSameSignature(header('x-telegram-bot-api-secret-token'), webhookSecret(token, 'telegram')),
  read: (body, _account, nowMs) => {
    const update = membersOf(body);
    const message = membersOf(update['message']);
    const member = membersOf(update['my_chat_member']);
    return [
      ...eventOf(message, messageAct(message), nowMs),
      ...eventOf(member, MEMBER_ACTS.get(textOf(membersOf(member['new_chat_member'])['status'])), nowMs),
    ];
  },
};

function eventOf({ chat, from, date }: Members, act: Act | undefined, nowMs: number): BotEvent[] {
  const { id, type } = membersOf(chat);
  const personId = wholeOf(id);
  const isOwnChat = type === 'private' && personId === wholeOf(membersOf(from)['id']);
  if (act === undefined || personId === undefined || personId < 1 || !isOwnChat) return [];
  return [{ subscriberId: String(personId), ...act, ageMs: ageMsOf(date, nowMs) }];
}

/** A contact proves a number only if Telegram says that it is the contact of the person who sent it. */
function messageAct({ contact, from, text }: Members): Act | undefined {
  if (contact === undefined) return START.test(textOf(text)) ? { kind: 'started' } : undefined;
  const { user_id, phone_number } = membersOf(contact);
  const isOwn = wholeOf(user_id) !== undefined && user_id === membersOf(from)['id'];
  return isOwn ? { kind: 'started', number: textOf(phone_number) } : undefined;
}

/** Telegram's times are whole seconds; the act is taken to be at the end of its second. */
function ageMsOf(date: unknown, nowMs: number): number {
  const seconds = wholeOf(date);
  return seconds === undefined ? 0 : Math.max(0, nowMs - (seconds + 1) * 1_000);
}
