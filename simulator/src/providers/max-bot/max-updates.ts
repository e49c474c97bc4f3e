// Updates of the Bot API of MAX about one person in a dialogue with a bot: https://dev.max.ru/docs-api/objects/Update.
// The test checks them against the types of the official client.
import { createHmac } from 'node:crypto';
import { botOf, chatIdOf, hex } from './max-message.ts';

export type Person = { token: string; personId: number };

const personOf = (userId: number) => ({
  user_id: userId,
  first_name: 'Anna',
  last_name: '',
  name: 'Anna',
  username: null,
  is_bot: false,
  last_activity_time: Date.now(),
});

/** `payload`: the parameter of the link by which the person came. */
export const startOf = (person: Person, payload?: string) => ({
  ...actOf(person, 'bot_started' as const),
  ...(payload !== undefined && { payload }),
});

export const stopOf = (person: Person) => actOf(person, 'bot_stopped' as const);

export const removalOf = (person: Person) => actOf(person, 'dialog_removed' as const);

const actOf = <Kind extends string>({ token, personId }: Person, kind: Kind) => ({
  update_type: kind,
  timestamp: Date.now(),
  chat_id: chatIdOf(botOf(token), personId),
  user: personOf(personId),
  user_locale: 'ru',
});

export const textOf = (person: Person, seq: number, text: string) => messageOf(person, seq, { text });

/** `ownerId`: the account of the contact. The card is signed with the token only if MAX wrote it. */
export function contactOf(person: Person, seq: number, card: { number: string; ownerId: number; isForged: boolean }) {
  const { number, ownerId, isForged } = card;
  const vcf_info = `BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=cell:${number}\r\nFN:Anna\r\nEND:VCARD\r\n`;
  const key = isForged ? `${person.token}-forged` : person.token;
  const hash = createHmac('sha256', key).update(vcf_info).digest('hex');
  const payload = { vcf_info, max_info: personOf(ownerId), hash };
  return messageOf(person, seq, { text: '', attachments: [{ type: 'contact' as const, payload }] });
}

function messageOf<Content extends object>({ token, personId }: Person, seq: number, content: Content) {
  const bot = botOf(token);
  const chatId = chatIdOf(bot, personId);
  const timestamp = Date.now();
  return {
    update_type: 'message_created' as const,
    timestamp,
    message: {
      sender: personOf(personId),
      recipient: { chat_id: chatId, chat_type: 'dialog' as const, user_id: bot.user_id, post_id: null },
      timestamp,
      body: { mid: `mid.${hex(chatId)}${hex(seq)}`, seq, ...content },
    },
    user_locale: 'ru',
  };
}
