// WhatsApp webhooks in Meta's form: statuses of sent messages, and messages of subscribers. Only the body is signed.
import { readProviderId } from '@volley/domain/sending/provider-answer.ts';
import { isSameSignature, signBareBody } from '../../platform/http/body-signature.ts';
import type { Hook, HookAccount, HookStatus, WrittenMessage } from '../hook.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { meaningOfStatus } from './errors.ts';
import { readStatusReference } from './status-reference.ts';

const SUBSCRIBER = /^[1-9]\d{4,14}$/;
const TEXT_LENGTH_MAX = 4_096;
const CONTENT_TYPE = /^[a-z_]{1,32}$/;

export const whatsappHook: Hook = {
  accepts: ({ protocol, channelType }) =>
    channelType === 'WHATSAPP' && (protocol === 'WHATSAPP_CLOUD' || protocol === 'VOLLEY_HTTP'),
  isSigned: ({ header, body }, { secret }) =>
    isSameSignature(header('x-hub-signature-256'), `sha256=${signBareBody(secret, body)}`),
  read: (body, account, nowMs) => {
    const values = listOf(membersOf(body)['entry'])
      .flatMap((entry) => listOf(membersOf(entry)['changes']))
      .map(membersOf)
      .filter((change) => change['field'] === 'messages')
      .map((change) => membersOf(change['value']));
    return {
      statuses: values
        .flatMap((value) => listOf(value['statuses']).flatMap((status) => statusOf(membersOf(status))))
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

function statusOf(status: Members): HookStatus[] {
  const id = readProviderId(status['id']);
  if (id === undefined) return [];
  const { code } = membersOf(listOf(status['errors'])[0]);
  const meaning = meaningOfStatus(textOf(status['status']), wholeOf(code));
  const { to = status['recipient_id'], reference } = readStatusReference(status['biz_opaque_callback_data']);
  return [{ id, meaning, code, to, reference }];
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
