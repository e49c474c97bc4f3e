// Updates of the Bot API of MAX: https://dev.max.ru/docs-api/objects/Update. MAX sends the secret of the subscription with
// every call, and repeats a call until it is answered with 200. Only dialogues of a bot and one person count.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { isSameSignature, signBareBody } from '../../platform/http/body-signature.ts';
import type { AccountHook } from '../hook.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { webhookSecret } from '../webhook-secret.ts';

/** The number of a contact in the form of a vCard. */
const PHONE = /^TEL[^:\r\n]*:([^\r\n]+)$/im;

type Act = Pick<BotEvent, 'kind' | 'number'>;

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['bot_started', { kind: 'started' }],
  ['bot_stopped', { kind: 'stopped' }],
  ['dialog_removed', { kind: 'stopped' }],
]);

export const maxHook: AccountHook = {
  protocol: 'MAX_BOT',
  channelType: 'MAX',
  isSigned: ({ header }, { secrets: { token } }) =>
    token !== undefined && isSameSignature(header('x-max-bot-api-secret'), webhookSecret(token, 'max')),
  read: (body, account, nowMs) => {
    const update = membersOf(body);
    const kind = textOf(update['update_type']);
    if (kind === 'message_created') return messageEvents(membersOf(update['message']), account, nowMs);
    return eventOf(membersOf(update['user']), ACTS.get(kind), ageMsOf(update['timestamp'], nowMs));
  },
};

function messageEvents({ sender, recipient, body, timestamp }: Members, account: SenderAccount, nowMs: number) {
  if (membersOf(recipient)['chat_type'] !== 'dialog') return [];
  const person = membersOf(sender);
  const number = listOf(membersOf(body)['attachments'])
    .map((attachment) => ownNumber(membersOf(attachment), person, account))
    .find((one) => one !== undefined);
  const act = number === undefined ? undefined : ({ kind: 'started', number } as const);
  return eventOf(person, act, ageMsOf(timestamp, nowMs));
}

function eventOf({ user_id, is_bot }: Members, act: Act | undefined, ageMs: number): BotEvent[] {
  const personId = wholeOf(user_id);
  if (act === undefined || personId === undefined || personId < 1 || is_bot === true) return [];
  return [{ subscriberId: String(personId), ...act, ageMs }];
}

/**
 * A contact proves a number only if it is the contact of the person who sent it, and MAX has signed it with the token of
 * the bot: people can also send cards that they have written themselves.
 */
function ownNumber({ type, payload }: Members, person: Members, { secrets: { token = '' } }: SenderAccount) {
  const { vcf_info, max_info, hash } = membersOf(payload);
  const owner = wholeOf(membersOf(max_info)['user_id']);
  const isOwn = type === 'contact' && owner !== undefined && owner === person['user_id'];
  if (!isOwn || typeof vcf_info !== 'string' || token === '') return undefined;
  // The signature covers the card as it was sent.
  return isSameSignature(textOf(hash), signBareBody(token, vcf_info)) ? PHONE.exec(vcf_info)?.[1]?.trim() : undefined;
}

/** MAX's times are milliseconds. */
function ageMsOf(timestamp: unknown, nowMs: number): number {
  const atMs = wholeOf(timestamp);
  return atMs === undefined ? 0 : Math.max(0, nowMs - atMs);
}
