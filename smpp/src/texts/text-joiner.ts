// Joins the parts of long texts in any order of arrival. Bounded: an incomplete text is dropped after a time, and the
// oldest text is dropped if too many are open; each dropped text is reported.
import type { TextPart } from './long-text.ts';

export type TextJoinerOptions = {
  timeoutMs: number;
  maxOpen: number;
  onIncomplete(key: string, present: number, total: number): void;
};

type OpenText = { parts: (Buffer | undefined)[]; present: number; sinceMs: number };

export class TextJoiner {
  readonly #options: TextJoinerOptions;
  /** In the order of their first parts: the oldest is first. */
  readonly #open = new Map<string, OpenText>();

  constructor(options: TextJoinerOptions) {
    this.#options = options;
  }

  get openTexts(): number {
    return this.#open.size;
  }

  /** The whole text once this part completes it. `peers` names both ends; a repeated part changes nothing. */
  add(peers: string, part: TextPart, nowMs: number): Buffer | undefined {
    const { total, sequence } = part;
    const key = `${peers}/${part.reference}/${total}`;
    if (sequence < 1 || sequence > total) {
      this.#options.onIncomplete(key, 0, total);
      return undefined;
    }
    this.expire(nowMs);
    const text = this.#open.get(key) ?? this.#start(key, total, nowMs);
    if (text.parts[sequence - 1] !== undefined) return undefined;
    // A copy: the part is a view into a network chunk and may wait.
    text.parts[sequence - 1] = Buffer.from(part.text);
    text.present += 1;
    if (text.present < total) return undefined;
    this.#open.delete(key);
    return Buffer.concat(text.parts.filter((bytes) => bytes !== undefined));
  }

  expire(nowMs: number): void {
    for (const [key, text] of this.#open) {
      if (nowMs - text.sinceMs < this.#options.timeoutMs) return;
      this.#giveUp(key, text);
    }
  }

  clear(): void {
    this.#open.clear();
  }

  #start(key: string, total: number, nowMs: number): OpenText {
    if (this.#open.size >= this.#options.maxOpen) {
      for (const [oldest, text] of this.#open) {
        this.#giveUp(oldest, text);
        break;
      }
    }
    const text: OpenText = { parts: Array.from({ length: total }, () => undefined), present: 0, sinceMs: nowMs };
    this.#open.set(key, text);
    return text;
  }

  #giveUp(key: string, text: OpenText): void {
    this.#open.delete(key);
    this.#options.onIncomplete(key, text.present, text.parts.length);
  }
}
