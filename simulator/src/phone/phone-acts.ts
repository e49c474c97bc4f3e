// Acts of a person, by the functions of the control port: the provider of the chat calls the service as it does for
// every person.
import type { Account } from '../account.ts';
import type { Channels } from '../channels/control-channels.ts';
import { mobileOriginated } from '../mobile-originated.ts';
import type { Providers } from '../providers/start-providers.ts';
import type { ReceivedMessage } from '../received-messages.ts';
import type { PhoneAct } from './chat-kind.ts';

export type ActTarget = Providers & {
  accounts: ReadonlyMap<string, Account>;
  channels: Channels;
  reserves: Channels;
};

export type ActOfPerson = {
  act: PhoneAct;
  number: string;
  /** Id of the person in messengers with bots. */
  person: number;
  account: string;
  source: string;
  text: string;
  /** Id of the pressed button, if the provider has one. */
  button: string | undefined;
  /** Parameter of the link by which the person starts a bot. */
  payload: string | undefined;
  /** The latest message of the chat, or the one that is read. */
  message: ReceivedMessage | undefined;
};

/** The problem with the act; undefined: done. */
type Perform = (target: ActTarget, act: ActOfPerson) => string | undefined;

const performers: Readonly<Record<string, Perform>> = {
  sms: sendText,
  whatsapp: ({ channels }, act) => {
    if (act.act === 'reads') return readOwn(channels, act);
    channels.get('WHATSAPP')?.write(act.number, act.source, act.text);
    return undefined;
  },
  'whatsapp-cloud': ({ whatsapp }, { act, number, source, text, button, message }) =>
    act === 'reads' && message !== undefined
      ? whatsapp.read(message)
      : whatsapp.write({ from: number, phoneNumberId: source, text, button }),
  'telegram-gateway': ({ gateway }, { message }) => gateway.read(message?.messageId ?? ''),
  'telegram-bot': ({ bots }, { act, number, person, source, text, payload }) =>
    bots.webhooks.act({ bot: Number(source), person, act, text, payload: payload ?? '', number: `+${number}` }),
  'max-bot': ({ maxBots }, { act, number, person, source, text, payload }) => {
    const token = maxBots.known.tokenOf(source);
    return maxBots.subscriptions.act({ token, person, act, text, payload, number: `+${number}` });
  },
  'vk-bot': ({ vkBots }, { act, person, source, text }) => {
    const acts: Partial<Record<PhoneAct, string>> = { starts: 'allows', stops: 'denies', writes: 'writes' };
    return vkBots.callbacks.act({ token: vkBots.known.tokenOf(source), person, act: acts[act], text });
  },
};

export function performAct(target: ActTarget, act: ActOfPerson): string | undefined {
  const performer = performers[act.account];
  if (performer !== undefined) return performer(target, act);
  if (act.account.startsWith('partner-')) return target.partner.read(act.message?.messageId ?? '');
  const isReserve = act.message?.account.startsWith('reserve-') === true;
  return readOwn(isReserve ? target.reserves : target.channels, act);
}

function readOwn(channels: Channels, { message }: ActOfPerson): string | undefined {
  const name = message?.account.replace(/^reserve-/, '').toUpperCase();
  const [, channel] = [...channels].find(([type]) => type === name) ?? [];
  if (channel === undefined || message === undefined) return 'message is unknown';
  channel.read(message);
  return undefined;
}

let lastReference = 0;

/** A text to the operator from which the last message came. */
function sendText({ accounts }: ActTarget, { number, source, text, message }: ActOfPerson): string | undefined {
  const account = accounts.get(message?.account ?? '');
  if (account === undefined) return 'no operator has sent a message of this chat';
  if (!/^[\x20-\x7e]{1,20}$/.test(source)) return 'the sender name must have 1 to 20 characters of ASCII';
  lastReference = (lastReference + 1) % 256;
  account.deliverTexts(mobileOriginated(number, source, text, lastReference));
  return undefined;
}
