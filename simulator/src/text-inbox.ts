// The phone of the subscriber: decodes texts, joins long texts, and reports incomplete ones.
import { decodeGsm7 } from '@volley/domain/text/gsm7.ts';
import { dataCoding } from '@volley/smpp/codec/commands.ts';
import type { SubmitSm } from '@volley/smpp/codec/pdus.ts';
import { textBytes, textPart } from '@volley/smpp/texts/long-text.ts';
import { decodeUcs2 } from '@volley/smpp/texts/receipt.ts';
import { TextJoiner } from '@volley/smpp/texts/text-joiner.ts';
import type { ReceivedMessages } from './received-messages.ts';

export type TextInboxOptions = {
  account: string;
  received: ReceivedMessages;
  joinTimeoutMs: number;
  maxOpenTexts: number;
  onNotJoined(): void;
};

/** A long text with missing parts. */
export type NotJoined = { text: string; present: number; total: number };

const keptNotJoined = 100;

export class TextInbox {
  readonly #options: TextInboxOptions;
  readonly #joiner: TextJoiner;
  /** The latest incomplete texts. */
  notJoined: NotJoined[] = [];

  constructor(options: TextInboxOptions) {
    this.#options = options;
    this.#joiner = new TextJoiner({
      timeoutMs: options.joinTimeoutMs,
      maxOpen: options.maxOpenTexts,
      onIncomplete: (text, present, total) => {
        this.notJoined.push({ text, present, total });
        if (this.notJoined.length > keptNotJoined) this.notJoined.shift();
        options.onNotJoined();
      },
    });
  }

  /** True if this part completes a text. */
  add(pdu: SubmitSm, messageId: string): boolean {
    const part = textPart(pdu);
    if (part === undefined) {
      this.#store(pdu, textBytes(pdu), 1, messageId);
      return true;
    }
    const peers = `${pdu.sourceAddr}>${pdu.destinationAddr}`;
    const whole = this.#joiner.add(peers, part, performance.now());
    if (whole === undefined) return false;
    this.#store(pdu, whole, part.total, messageId);
    return true;
  }

  expire(): void {
    this.#joiner.expire(performance.now());
  }

  clear(): void {
    this.#joiner.clear();
    this.notJoined = [];
  }

  #store(pdu: SubmitSm, bytes: Buffer, parts: number, messageId: string): void {
    this.#options.received.add({
      atMs: Date.now(),
      account: this.#options.account,
      source: pdu.sourceAddr,
      destination: pdu.destinationAddr,
      text: decodeText(bytes, pdu.dataCoding),
      parts,
      reference: pdu.userMessageReference ?? null,
      messageId,
    });
  }
}

function decodeText(bytes: Buffer, coding: number): string {
  if (coding === dataCoding.ucs2) return decodeUcs2(bytes);
  return coding === dataCoding.gsm7 ? decodeGsm7(bytes) : bytes.toString('latin1');
}
