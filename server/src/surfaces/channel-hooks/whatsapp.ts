// Webhooks of WhatsApp in Meta's form: statuses of what we sent, and what subscribers write. What is not one of
// the two, or cannot be used, is passed over: the webhook is not ours to refuse.
import { meaningOfWhatsappStatus, readProviderId } from '@volley/domain/provider-answer.ts';
import type { InboundMessage } from '../../features/inbound/inbound-message.ts';
import type { Hook } from '../../features/operator-links/find-hook.ts';
import type { ReceiptRow } from '../../features/receipts/receipt.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from './json-members.ts';
import { originOf, receiptOf } from './statuses.ts';

export type WhatsappNews = { readonly receipts: ReceiptRow[]; readonly messages: InboundMessage[] };

const SUBSCRIBER = /^[1-9]\d{4,14}$/;
const TEXT_LENGTH_MAX = 4_096;
const CONTENT_TYPE = /^[a-z_]{1,32}$/;

/** `realMs` is what the provider's clock says now; business time may have been moved away from it. */
type Arrival = { readonly receivedAt: Date; readonly realMs: number };

export function readWhatsapp(body: unknown, hook: Hook, arrival: Arrival): WhatsappNews {
  const values = listOf(membersOf(body)['entry'])
    .flatMap((entry) => listOf(membersOf(entry)['changes']))
    .map(membersOf)
    .filter((change) => change['field'] === 'messages')
    .map((change) => membersOf(change['value']));
  return {
    receipts: values.flatMap((value) =>
      listOf(value['statuses']).flatMap((status) => receiptsOf(membersOf(status), hook, arrival)),
    ),
    messages: values.flatMap((value) =>
      listOf(value['messages']).flatMap((message) => writtenOf(membersOf(message), value, hook, arrival)),
    ),
  };
}

function receiptsOf(status: Members, { accountId, channelType }: Hook, { receivedAt }: Arrival): ReceiptRow[] {
  const operatorMessageId = readProviderId(status['id']);
  if (operatorMessageId === undefined) return [];
  const error = wholeOf(membersOf(listOf(status['errors'])[0])['code']);
  return receiptOf(meaningOfWhatsappStatus(textOf(status['status']), error), channelType, {
    accountId,
    operatorMessageId,
    receivedAt,
    ...originOf(status['recipient_id'], status['biz_opaque_callback_data']),
  });
}

/** Number and account of a subscriber may be kept back by now; without a number nobody could be answered. */
function writtenOf(message: Members, value: Members, hook: Hook, arrival: Arrival): InboundMessage[] {
  const id = readProviderId(message['id']);
  const [from, type] = [textOf(message['from']), textOf(message['type'])];
  if (id === undefined || !SUBSCRIBER.test(from) || !CONTENT_TYPE.test(type)) return [];
  return [
    {
      linkId: hook.linkId,
      providerMessageId: id,
      channelType: 'WHATSAPP',
      senderName: senderOf(membersOf(value['metadata']), hook),
      destination: from,
      text: cut(textIn(message, type)),
      contentType: type,
      sentAtMs: sentAtMs(Number(textOf(message['timestamp'])), arrival),
    },
  ];
}

/** As long before its arrival as the provider's clock says; without a time, and from the future, just now. */
function sentAtMs(seconds: number, { receivedAt, realMs }: Arrival): number {
  const ageMs = seconds > 0 ? Math.max(0, realMs - seconds * 1_000) : 0;
  return receivedAt.getTime() - ageMs;
}

const cut = (text: string) =>
  text.length <= TEXT_LENGTH_MAX ? text : Array.from(text).slice(0, TEXT_LENGTH_MAX).join('');

function senderOf(metadata: Members, { senderNames }: Hook): string {
  const account = textOf(metadata['phone_number_id']);
  const shown = textOf(metadata['display_phone_number']);
  const found = [account, shown].find((known) => Object.hasOwn(senderNames, known));
  return found === undefined ? shown : (senderNames[found] ?? shown);
}

/** The text, a button's words, or what is written under a file. */
function textIn(message: Members, type: string): string {
  const content = membersOf(message[type]);
  const reply = membersOf(content['button_reply'] ?? content['list_reply']);
  const words = [content['body'], content['text'], reply['title'], content['caption']];
  return words.map(textOf).find((word) => word !== '') ?? '';
}
