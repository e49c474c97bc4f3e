// WhatsApp webhooks in Meta's form: statuses of sent messages, and messages of subscribers. Only the body is signed.

import { readProviderId, type StatusMeaning } from '@volley/domain/links/provider-answer.ts';
import type { SaidCost } from '@volley/domain/money/message-cost.ts';
import { isSameSignature, signBareBody } from '../../platform/http/body-signature.ts';
import type { Hook, HookAccount, HookStatus, WrittenMessage } from '../hook.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { meaningOfStatus } from './errors.ts';
import { readStatusReference } from './status-reference.ts';

const SUBSCRIBER = /^[1-9]\d{4,14}$/;
const TEXT_LENGTH_MAX = 4_096;
/**
 * Changes that name a template. The list of templates is read again: it has all of them, also those whose call was
 * lost.
 */
const TEMPLATE_FIELDS: ReadonlySet<string> = new Set([
  'message_template_status_update',
  'message_template_components_update',
  'template_category_update',
]);
const CATEGORY = /^[a-z_]{1,32}$/;
const CONTENT_TYPE = /^[a-z_]{1,32}$/;

export const whatsappHook: Hook = {
  accepts: ({ protocol, channelType }) =>
    channelType === 'WHATSAPP' && (protocol === 'WHATSAPP_CLOUD' || protocol === 'VOLLEY_HTTP'),
  isSigned: ({ header, body }, { secret }) =>
    isSameSignature(header('x-hub-signature-256'), `sha256=${signBareBody(secret, body)}`),
  read: (body, account, nowMs) => {
    const entries = listOf(membersOf(body)['entry']).map(membersOf);
    const values = entries
      .flatMap(changesOf)
      .filter((change) => change['field'] === 'messages')
      .map((change) => membersOf(change['value']));
    const changed = entries.filter((entry) => changesOf(entry).some(({ field }) => TEMPLATE_FIELDS.has(textOf(field))));
    return {
      ...(changed.length > 0 && { templatesOf: changed.flatMap(({ id }) => readProviderId(id) ?? []) }),
      statuses: values
        .flatMap((value) => listOf(value['statuses']).flatMap((status) => statusOf(membersOf(status), account)))
        // A provider of our own protocol takes a repeated message once, so it needs no proof.
        .filter(({ meaning }) => meaning.state !== 'sent' || account.protocol === 'WHATSAPP_CLOUD'),
      messages: values.flatMap((value) =>
        listOf(value['messages']).flatMap((message) => writtenOf(membersOf(message), value, account, nowMs)),
      ),
    };
  },
  challenge: ({ query }, { verifyToken }) => {
    const isKnown = verifyToken !== null && isSameSignature(query('hub.verify_token'), verifyToken);
    return isKnown && query('hub.mode') === 'subscribe' ? query('hub.challenge') : undefined;
  },
};

const changesOf = (entry: Members): readonly Members[] => listOf(entry['changes']).map(membersOf);

function statusOf(status: Members, account: HookAccount): HookStatus[] {
  const id = readProviderId(status['id']);
  if (id === undefined) return [];
  const { code } = membersOf(listOf(status['errors'])[0]);
  const meaning = meaningOfStatus(textOf(status['status']), wholeOf(code));
  const { to = status['recipient_id'], reference } = readStatusReference(status['biz_opaque_callback_data']);
  return [{ id, meaning, code, to, reference, ...costOf(meaning, membersOf(status['pricing']), account) }];
}

/** Meta charges messages when they are delivered, by their category; a failed message costs nothing. */
function costOf({ state }: StatusMeaning, pricing: Members, { protocol }: HookAccount): { cost?: SaidCost } {
  if (state === 'undelivered' || state === 'unsent')
    return protocol === 'WHATSAPP_CLOUD' ? { cost: { kind: 'free' } } : {};
  if (state !== 'delivered' && state !== 'read') return {};
  if (pricing['billable'] === false) return { cost: { kind: 'free' } };
  const category = textOf(pricing['category']);
  return CATEGORY.test(category) ? { cost: { kind: 'category', category } } : {};
}

/** Meta may withhold the number of a subscriber; a message without a number cannot be answered and is skipped. */
function writtenOf(message: Members, value: Members, account: HookAccount, nowMs: number): WrittenMessage[] {
  const id = readProviderId(message['id']);
  const [from, type] = [textOf(message['from']), textOf(message['type'])];
  if (id === undefined || !SUBSCRIBER.test(from) || !CONTENT_TYPE.test(type)) return [];
  const seconds = Number(textOf(message['timestamp']));
  return [
    {
      id,
      channelType: 'WHATSAPP',
      senderName: senderOf(membersOf(value['metadata']), account),
      from,
      text: cut(textIn(message, type)),
      contentType: type,
      ageMs: seconds > 0 ? Math.max(0, nowMs - seconds * 1_000) : 0,
    },
  ];
}

const cut = (text: string) =>
  text.length <= TEXT_LENGTH_MAX ? text : Array.from(text).slice(0, TEXT_LENGTH_MAX).join('');

function senderOf(metadata: Members, { senderNames }: HookAccount): string {
  const account = textOf(metadata['phone_number_id']);
  const shown = textOf(metadata['display_phone_number']);
  const found = [account, shown].find((known) => Object.hasOwn(senderNames, known));
  return found === undefined ? shown : (senderNames[found] ?? shown);
}

/** The text, the label of a button, or the caption of a file. */
function textIn(message: Members, type: string): string {
  const content = membersOf(message[type]);
  const reply = membersOf(content['button_reply'] ?? content['list_reply']);
  const words = [content['body'], content['text'], reply['title'], content['caption']];
  return words.map(textOf).find((word) => word !== '') ?? '';
}
