// Events of the Callback API about one person: https://dev.vk.com/api/callback/getting-started. The test lets vk-io
// read them.
import { randomBytes } from 'node:crypto';

export type Person = { groupId: number; personId: number };

export const apiVersion = '5.199';

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

const eventOf = ({ groupId }: Person, type: string, object: object) => ({
  group_id: groupId,
  type,
  event_id: randomBytes(20).toString('hex'),
  v: apiVersion,
  object,
});

export const allowOf = (person: Person) => eventOf(person, 'message_allow', { user_id: person.personId, key: '' });

export const denyOf = (person: Person) => eventOf(person, 'message_deny', { user_id: person.personId });

export const writtenOf = (person: Person, messageId: number, text: string) =>
  eventOf(person, 'message_new', {
    message: {
      date: nowSeconds(),
      from_id: person.personId,
      id: messageId,
      version: 10_000_000 + messageId,
      out: 0,
      important: false,
      is_hidden: false,
      attachments: [],
      conversation_message_id: messageId,
      fwd_messages: [],
      text,
      peer_id: person.personId,
      random_id: 0,
    },
    client_info: {
      button_actions: ['text', 'vkpay', 'open_app', 'location', 'open_link', 'callback'],
      keyboard: true,
      inline_keyboard: true,
      carousel: true,
      lang_id: 0,
    },
  });
