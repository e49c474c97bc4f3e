// Acts of people on their phones: answers, pressed buttons, started and stopped bots, read messages. Bounded: the
// latest entries of the latest numbers.

export type OwnEntry = {
  chat: string;
  atMs: number;
  kind: 'text' | 'event';
  text: string;
};

const numbersMax = 200;
export const entriesMax = 100;

type Own = { entries: OwnEntry[]; read: Set<string>; stopped: Set<string> };

export class OwnEntries {
  readonly #people = new Map<string, Own>();

  of(number: string): Readonly<Own> {
    return this.#people.get(number) ?? { entries: [], read: new Set(), stopped: new Set() };
  }

  add(number: string, entry: OwnEntry): void {
    const own = this.#own(number);
    own.entries.push(entry);
    if (own.entries.length > entriesMax) own.entries.shift();
  }

  setRead(number: string, messageId: string): void {
    const { read } = this.#own(number);
    read.add(messageId);
    const [oldest] = read;
    if (read.size > entriesMax && oldest !== undefined) read.delete(oldest);
  }

  setStopped(number: string, chat: string, isStopped: boolean): void {
    const { stopped } = this.#own(number);
    if (isStopped && stopped.size < entriesMax) stopped.add(chat);
    else stopped.delete(chat);
  }

  clear(): void {
    this.#people.clear();
  }

  #own(number: string): Own {
    const known = this.#people.get(number);
    if (known !== undefined) return known;
    const [oldest] = this.#people.keys();
    if (this.#people.size >= numbersMax && oldest !== undefined) this.#people.delete(oldest);
    const made: Own = { entries: [], read: new Set(), stopped: new Set() };
    this.#people.set(number, made);
    return made;
  }
}
