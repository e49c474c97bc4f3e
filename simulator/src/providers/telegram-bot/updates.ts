// Updates of the Bot API about one person in a private chat: https://core.telegram.org/bots/api#update. The test checks
// them against the types of grammY.

export type Person = { botId: number; personId: number };

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

const personOf = ({ personId }: Person) =>
  ({ id: personId, is_bot: false, first_name: 'Anna', language_code: 'ru' }) as const;
const chatOf = ({ personId }: Person) => ({ id: personId, type: 'private', first_name: 'Anna' }) as const;
const botOf = ({ botId }: Person) =>
  ({ id: botId, is_bot: true, first_name: `Bot ${botId}`, username: `bot_${botId}_bot` }) as const;

const messageOf = <Content extends object>(person: Person, messageId: number, content: Content) => ({
  message: { message_id: messageId, from: personOf(person), chat: chatOf(person), date: nowSeconds(), ...content },
});

/** `payload`: the parameter of the link by which the person came. */
export const startOf = (person: Person, messageId: number, payload = '') =>
  messageOf(person, messageId, {
    text: payload === '' ? '/start' : `/start ${payload}`,
    entities: [{ offset: 0, length: 6, type: 'bot_command' as const }],
  });

export const textOf = (person: Person, messageId: number, text: string) => messageOf(person, messageId, { text });

/** `ownerId`: the account of the contact. */
export const contactOf = (person: Person, messageId: number, number: string, ownerId: number) =>
  messageOf(person, messageId, { contact: { phone_number: number, first_name: 'Anna', user_id: ownerId } });

export function memberOf(person: Person, isBlocked: boolean) {
  const user = botOf(person);
  const member = { status: 'member', user } as const;
  const kicked = { status: 'kicked', user, until_date: 0 } as const;
  const [before, after] = isBlocked ? [member, kicked] : [kicked, member];
  return {
    my_chat_member: {
      chat: chatOf(person),
      from: personOf(person),
      date: nowSeconds(),
      old_chat_member: before,
      new_chat_member: after,
    },
  };
}
