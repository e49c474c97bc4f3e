// Updates of the Telegram Bot API: https://core.telegram.org/bots/api#update. Telegram sends the secret of the webhook
// with every call and repeats a call until it is answered with 2xx. Only private chats count: there the chat has the id
// of the person.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { type BotText, isCommand } from '@volley/domain/subscribers/bot-text.ts';
import { isInviteToken } from '@volley/domain/subscribers/invite-link.ts';
import { isSameSignature } from '../../platform/http/body-signature.ts';
import { ageOfSeconds } from '../act-age.ts';
import type { AccountHook } from '../hook.ts';
import { type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { webhookSecret } from '../webhook-secret.ts';
import { botIdOf } from './speak.ts';

/** With the parameter of the link by which the person came. */
const START = /^\/start(?:@\w+)?(?:\s+(\S*)|$)/;

type Act = Pick<BotEvent, 'kind' | 'number' | 'invite'>;

/** New status of the bot in a private chat. */
const MEMBER_ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['member', { kind: 'started' }],
  ['kicked', { kind: 'stopped' }],
]);

export const botHook: AccountHook = {
  protocol: 'TELEGRAM_BOT',
  channelType: 'TELEGRAM',
  refusal: 'not-authenticated',
  isSigned: ({ header }, { secrets: { token } }) =>
    token !== undefined && isSameSignature(header('x-telegram-bot-api-secret-token'), webhookSecret(token, 'telegram')),
  read: (body, account, nowMs) => {
    const update = membersOf(body);
    const message = membersOf(update['message']);
    const member = membersOf(update['my_chat_member']);
    const status = textOf(membersOf(member['new_chat_member'])['status']);
    return {
      events: [...eventOf(message, messageAct(message), nowMs), ...eventOf(member, MEMBER_ACTS.get(status), nowMs)],
      texts: textsOf(message, account, nowMs),
    };
  },
};

function eventOf(members: Members, act: Act | undefined, nowMs: number): BotEvent[] {
  const subscriberId = personOf(members);
  if (act === undefined || subscriberId === undefined) return [];
  return [{ subscriberId, ...act, ageMs: ageOfSeconds(members['date'], nowMs) }];
}

function textsOf(message: Members, account: SenderAccount, nowMs: number): BotText[] {
  const subscriberId = personOf(message);
  const messageId = wholeOf(message['message_id']);
  const text = textOf(message['text']);
  if (subscriberId === undefined || messageId === undefined || text === '' || isCommand(text)) return [];
  // Numbers of messages count per chat.
  const id = `${botIdOf({ account })}.${subscriberId}.${messageId}`;
  return [{ subscriberId, id, text, ageMs: ageOfSeconds(message['date'], nowMs) }];
}

/** Undefined: not the own chat of a person. */
function personOf({ chat, from }: Members): string | undefined {
  const { id, type } = membersOf(chat);
  const personId = wholeOf(id);
  const isOwnChat = type === 'private' && personId === wholeOf(membersOf(from)['id']);
  return isOwnChat && personId !== undefined && personId > 0 ? String(personId) : undefined;
}

/** A contact proves a number only if Telegram says that it is the contact of the person who sent it. */
function messageAct({ contact, from, text }: Members): Act | undefined {
  if (contact === undefined) return startAct(START.exec(textOf(text)));
  const { user_id, phone_number } = membersOf(contact);
  const isOwn = wholeOf(user_id) !== undefined && user_id === membersOf(from)['id'];
  return isOwn ? { kind: 'started', number: textOf(phone_number) } : undefined;
}

function startAct(start: RegExpExecArray | null): Act | undefined {
  if (start === null) return undefined;
  const [, invite = ''] = start;
  return isInviteToken(invite) ? { kind: 'started', invite } : { kind: 'started' };
}
