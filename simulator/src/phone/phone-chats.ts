// The chats of one phone, from the messages that the simulator received and the entries of the person.
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { ReceivedMessage } from '../received-messages.ts';
import { type ChatKind, chatKindOf, type PhoneAct } from './chat-kind.ts';
import type { OwnEntries } from './own-entries.ts';
import { type Shown, shownContent } from './shown-content.ts';

export type PhoneMessage = Shown & {
  id: string;
  atMs: number;
  /** `in`: received; `out`: of the person. */
  kind: 'in' | 'out' | 'call' | 'event';
  channel: ChannelType;
  sender: string;
  isRead: boolean;
};

export type PhoneChat = {
  id: string;
  channel: ChannelType | 'CALL';
  title: string;
  isBot: boolean;
  acts: readonly PhoneAct[];
  isStopped: boolean;
  messages: PhoneMessage[];
};

const calls: readonly ChannelType[] = ['FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH'];
const callsId = 'calls';
const botNames: Readonly<Record<string, string>> = { 'telegram-bot': 'Bot', 'max-bot': 'Bot', 'vk-bot': 'Community' };

export function chatIdOf({
  account,
  source,
  channel,
}: Pick<ReceivedMessage, 'account' | 'source' | 'channel'>): string {
  const kind = chatKindOf(account, channel);
  if (calls.includes(kind.channel)) return callsId;
  if (account.startsWith('partner-')) return `${account}.${kind.channel.toLowerCase()}:${source}`;
  return `${groupOf(account, kind)}:${source}`;
}

/** Operators are one group: a person sees a sender name, not the operator. */
const groupOf = (account: string, { channel }: ChatKind): string =>
  channel === 'SMS' ? 'sms' : account.replace(/^reserve-/, '');

/** Oldest message first, the chat with the newest message first. */
export function chatsOf(number: string, messages: readonly ReceivedMessage[], own: OwnEntries): PhoneChat[] {
  const chats = new Map<string, PhoneChat>();
  const { entries, read, stopped } = own.of(number);
  for (const message of messages) {
    const id = chatIdOf(message);
    const chat = chats.get(id) ?? newChat(id, message, stopped.has(id));
    chats.set(id, chat);
    chat.messages.push(messageOf(message, read.has(message.messageId)));
  }
  entries.forEach(({ chat: id, atMs, kind, text }, at) => {
    const chat = chats.get(id) ?? newChat(id, startedOf(id), stopped.has(id));
    chats.set(id, chat);
    const { channel } = chatKindOf(startedOf(id).account, undefined);
    const entry = { id: `own-${at}-${atMs}`, atMs, channel, sender: '', isRead: false, text, buttons: [] };
    chat.messages.push({ ...entry, kind: kind === 'text' ? 'out' : 'event' });
  });
  for (const chat of chats.values()) chat.messages.sort((one, other) => one.atMs - other.atMs);
  return [...chats.values()].toSorted((one, other) => newestMs(other) - newestMs(one));
}

const newestMs = ({ messages }: PhoneChat): number => messages.at(-1)?.atMs ?? 0;

/** The account and the sender that an id names. */
export function startedOf(id: string): { account: string; source: string } {
  const colon = id.indexOf(':');
  return { account: id.slice(0, colon), source: id.slice(colon + 1) };
}

function newChat(
  id: string,
  { account, source, channel }: { account: string; source: string; channel?: string },
  isStopped: boolean,
): PhoneChat {
  if (id === callsId)
    return { id, channel: 'CALL', title: 'Calls', isBot: false, acts: [], isStopped: false, messages: [] };
  const kind = chatKindOf(account, channel);
  return { id, ...kind, title: titleOf(account, source), isStopped, messages: [] };
}

/** A bot that has not written yet. */
export const botChatOf = (id: string): PhoneChat => newChat(id, startedOf(id), false);

function titleOf(account: string, source: string): string {
  const bot = botNames[account];
  if (bot !== undefined) return `${bot} ${source}`;
  return account === 'whatsapp-cloud' ? `Shop ${source.slice(-4)}` : source;
}

function messageOf(
  { account, source, text, content, channel, ...message }: ReceivedMessage,
  isRead: boolean,
): PhoneMessage {
  const kind = chatKindOf(account, channel);
  return {
    ...shownContent(account, text, content),
    id: message.messageId,
    atMs: Date.parse(message.at),
    kind: calls.includes(kind.channel) ? 'call' : 'in',
    channel: kind.channel,
    sender: source,
    isRead,
  };
}
