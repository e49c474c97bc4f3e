// Updates of the Bot API of MAX: https://dev.max.ru/docs-api/objects/Update. MAX sends the secret of the subscription
// with every call, and repeats a call until it is answered with 200. Only dialogues of a bot and one person count.

import { readProviderId } from '@volley/domain/links/provider-answer.ts';
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { type BotText, isCommand } from '@volley/domain/subscribers/bot-text.ts';
import { isInviteToken } from '@volley/domain/subscribers/invite-link.ts';
import { isSameSignature, signBareBody } from '../../platform/http/body-signature.ts';
import { ageOfMs } from '../act-age.ts';
import type { AccountHook, AccountNews } from '../hook.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { webhookSecret } from '../webhook-secret.ts';

/** The number of a contact in the form of a vCard. */
const PHONE = /^TEL[^:\r\n]*:([^\r\n]+)$/im;

type Act = Pick<BotEvent, 'kind' | 'number' | 'invite'>;

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['bot_started', { kind: 'started' }],
  ['bot_stopped', { kind: 'stopped' }],
  ['dialog_removed', { kind: 'stopped' }],
]);

export const maxHook: AccountHook = {
  protocol: 'MAX_BOT',
  channelType: 'MAX',
  refusal: 'not-authenticated',
  isSigned: ({ header }, { secrets: { token } }) =>
    token !== undefined && isSameSignature(header('x-max-bot-api-secret'), webhookSecret(token, 'max')),
  read: (body, account, nowMs) => {
    const update = membersOf(body);
    const kind = textOf(update['update_type']);
    if (kind === 'message_created') return messageNews(membersOf(update['message']), account, nowMs);
    const act = ACTS.get(kind);
    const invite = textOf(update['payload']);
    const invited = act?.kind === 'started' && isInviteToken(invite) ? { ...act, invite } : act;
    return { events: eventOf(membersOf(update['user']), invited, ageOfMs(update['timestamp'], nowMs)), texts: [] };
  },
};

function messageNews(message: Members, account: SenderAccount, nowMs: number): AccountNews {
  const { sender, recipient, body, timestamp } = message;
  if (membersOf(recipient)['chat_type'] !== 'dialog') return { events: [], texts: [] };
  const person = membersOf(sender);
  const ageMs = ageOfMs(timestamp, nowMs);
  const number = listOf(membersOf(body)['attachments'])
    .map((attachment) => ownNumber(membersOf(attachment), person, account))
    .find((one) => one !== undefined);
  const act = number === undefined ? undefined : ({ kind: 'started', number } as const);
  return { events: eventOf(person, act, ageMs), texts: textsOf(person, membersOf(body), ageMs) };
}

function eventOf(person: Members, act: Act | undefined, ageMs: number): BotEvent[] {
  const subscriberId = idOf(person);
  return act === undefined || subscriberId === undefined ? [] : [{ subscriberId, ...act, ageMs }];
}

function textsOf(person: Members, body: Members, ageMs: number): BotText[] {
  const subscriberId = idOf(person);
  const id = readProviderId(body['mid']);
  const text = textOf(body['text']);
  if (subscriberId === undefined || id === undefined || text === '' || isCommand(text)) return [];
  return [{ subscriberId, id, text, ageMs }];
}

/** Undefined: not a person. */
function idOf({ user_id, is_bot }: Members): string | undefined {
  const personId = wholeOf(user_id);
  return personId === undefined || personId < 1 || is_bot === true ? undefined : String(personId);
}

/**
 * A contact proves a number only if it is the contact of the person who sent it, and MAX has signed it with the token
 * of the bot: people can also send cards that they have written themselves.
 */
function ownNumber({ type, payload }: Members, person: Members, { secrets: { token = '' } }: SenderAccount) {
  const { vcf_info, max_info, hash } = membersOf(payload);
  const owner = wholeOf(membersOf(max_info)['user_id']);
  const isOwn = type === 'contact' && owner !== undefined && owner === person['user_id'];
  if (!isOwn || typeof vcf_info !== 'string' || token === '') return undefined;
  // The signature covers the card as it was sent.
  return isSameSignature(textOf(hash), signBareBody(token, vcf_info)) ? PHONE.exec(vcf_info)?.[1]?.trim() : undefined;
}
