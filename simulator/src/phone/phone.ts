// The phones of all simulated people: what a number has received on every channel, and what its owner does. It reads
// the list of received messages, so it keeps only the entries of people. The id of a person in a messenger with bots is
// the phone number, unless a caller names another.
import type { ReceivedMessage, ReceivedMessages } from '../received-messages.ts';
import { chatKindOf, type PhoneAct } from './chat-kind.ts';
import { entriesMax, OwnEntries } from './own-entries.ts';
import { type ActTarget, performAct } from './phone-acts.ts';
import { botChatOf, chatIdOf, chatsOf, type PhoneChat, startedOf } from './phone-chats.ts';

export type PhoneTarget = ActTarget & { received: ReceivedMessages };

export type PhoneScreen = {
  number: string;
  person: string;
  chats: PhoneChat[];
  /** Bots that the person can open. */
  bots: PhoneChat[];
};

export type RecentNumber = { number: string; atMs: number; messages: number };

type Body = Readonly<Record<string, unknown>>;

const messagesMax = 100;
const recentMax = 10;
/** Newest messages among which the recent numbers are looked for. */
const recentFrom = 2_000;
const textLengthMax = 4_096;
const numberForm = /^[1-9]\d{4,14}$/;
const personForm = /^[1-9]\d{0,15}$/;
const acts: readonly PhoneAct[] = ['writes', 'reads', 'starts', 'stops', 'shares'];
const events: Readonly<Record<string, string>> = {
  starts: 'You started the bot',
  stops: 'You stopped the bot',
  shares: 'You shared your contact',
};

export class Phone {
  readonly #target: PhoneTarget;
  readonly #own = new OwnEntries();
  readonly #watchers = new Set<(number: string) => void>();

  constructor(target: PhoneTarget) {
    this.#target = target;
    target.received.onAdded = (destination) => this.#tell(destination);
  }

  /** Calls with the number or id of every phone that changes; returns the end of the watch. */
  watch(onChange: (number: string) => void): () => void {
    this.#watchers.add(onChange);
    return () => void this.#watchers.delete(onChange);
  }

  clear(): void {
    this.#own.clear();
  }

  recent(): RecentNumber[] {
    const found = new Map<string, RecentNumber>();
    for (const { destination, at, account, channel } of this.#target.received
      .list({ limit: recentFrom })
      .toReversed()) {
      if (chatKindOf(account, channel).isBot) continue;
      const known = found.get(destination);
      if (known !== undefined) known.messages += 1;
      else if (found.size < recentMax)
        found.set(destination, { number: destination, atMs: Date.parse(at), messages: 1 });
    }
    return [...found.values()];
  }

  screen(number: string, person: string): PhoneScreen {
    const chats = chatsOf(number, this.#messages(number, person), this.#own);
    const { bots, maxBots, vkBots } = this.#target;
    const known = [
      ...bots.known.ids().map((id) => `telegram-bot:${id}`),
      ...maxBots.known.ids().map((id) => `max-bot:${id}`),
      ...vkBots.known.ids().map((id) => `vk-bot:${id}`),
    ];
    const unopened = known.filter((id) => chats.every((chat) => chat.id !== id));
    return { number, person, chats, bots: unopened.map(botChatOf) };
  }

  /**
   * `{"number": "79…", "chat": "telegram-bot:110201543", "act": "writes", "text": "Hi"}`; `message` for `reads`,
   * `payload` for `starts`, `button` for a pressed button with an id. The result is the problem; undefined: done.
   */
  act(body: Body): string | undefined {
    const { number, chat, act, message, text = '', button, payload } = body;
    const asked = askedOf(number, body['person']);
    if (typeof asked === 'string') return asked;
    const wanted = acts.find((known) => known === act);
    if (typeof chat !== 'string' || wanted === undefined)
      return `chat and act are needed; act is one of ${acts.join(', ')}`;
    if (typeof text !== 'string' || text.length > textLengthMax)
      return `text must have at most ${textLengthMax} characters`;
    if (wanted === 'writes' && text.trim() === '') return 'text is missing';
    const own = this.#messages(asked.number, asked.person).filter((one) => chatIdOf(one) === chat);
    const meant = message === undefined ? own.at(-1) : own.find(({ messageId }) => messageId === message);
    const { account, source } = startedOf(chat);
    const kind = chatKindOf(meant?.account ?? account, meant?.channel);
    if (!kind.acts.includes(wanted)) return `${kind.channel} has no ${wanted}`;
    const problem = performAct(this.#target, {
      act: wanted,
      number: asked.number,
      person: Number(asked.person),
      account: account.startsWith('partner-') ? 'partner-' : account,
      source,
      text,
      button: typeof button === 'string' ? button : undefined,
      payload: typeof payload === 'string' && payload !== '' ? payload : undefined,
      message: meant,
    });
    if (problem === undefined) this.#note(asked.number, chat, { act: wanted, text, messageId: meant?.messageId ?? '' });
    return problem;
  }

  #note(
    number: string,
    chat: string,
    { act, text, messageId }: { act: PhoneAct; text: string; messageId: string },
  ): void {
    if (act === 'reads') this.#own.setRead(number, messageId);
    if (act === 'starts' || act === 'stops') this.#own.setStopped(number, chat, act === 'stops');
    const atMs = Date.now();
    if (act === 'writes') this.#own.add(number, { chat, atMs, kind: 'text', text });
    else if (act !== 'reads') this.#own.add(number, { chat, atMs, kind: 'event', text: events[act] ?? act });
    this.#tell(number);
  }

  #tell(number: string): void {
    for (const watcher of this.#watchers) watcher(number);
  }

  /** Messages to the number, and those of bots to the id. Both are the same text if no id was named. */
  #messages(number: string, person: string): ReceivedMessage[] {
    const { received } = this.#target;
    const isBot = ({ account, channel }: ReceivedMessage) => chatKindOf(account, channel).isBot;
    const byNumber = received.list({ destination: number, limit: messagesMax });
    if (person === number) return byNumber;
    const byPerson = received.list({ destination: person, limit: messagesMax }).filter(isBot);
    return [...byNumber.filter((message) => !isBot(message)), ...byPerson];
  }
}

/** The number and the id in a request; a text is the problem with them. */
export function askedOf(number: unknown, person: unknown): { number: string; person: string } | string {
  if (typeof number !== 'string' || !numberForm.test(number)) return 'number must be 5 to 15 digits';
  const id = person === undefined || person === null || person === '' ? number : person;
  if (typeof id !== 'string' || !personForm.test(id)) return 'person must be an id of 1 to 16 digits';
  return { number, person: id };
}

/** Limits that the page states. */
export const phoneLimits = { messages: messagesMax, answers: entriesMax } as const;
