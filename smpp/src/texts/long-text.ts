// Long texts on the wire: splits encoded text into parts, marks them by user data header, by sar parameters or not at
// all (message_payload), and reads these marks back. A part never splits an escape sequence of the 7-bit alphabet or a
// surrogate pair. Texts are bytes here: one septet per octet, or UCS-2 big-endian.
import { dataCoding, esmClass } from '../codec/commands.ts';
import type { SubmitSm } from '../codec/pdus.ts';

export const longTextForms = ['header', 'sar', 'payload'] as const;
export type LongTextForm = (typeof longTextForms)[number];

/** Octets of a text in one message, and of each part of a longer text. */
const partLimits = { gsm7: { single: 160, part: 153 }, ucs2: { single: 140, part: 134 } } as const;

const gsm7Escape = 0x1b;
const maxParts = 255;

/** A single part if the text fits, else parts of 153 septets, 67 UCS-2 units or 134 octets. */
export function splitText(text: Buffer, coding: number): Buffer[] {
  const limits = coding === dataCoding.gsm7 ? partLimits.gsm7 : partLimits.ucs2;
  if (text.length <= limits.single) return [text];
  const parts: Buffer[] = [];
  let from = 0;
  while (from < text.length) {
    let to = Math.min(from + limits.part, text.length);
    if (to < text.length && splitsCharacter(text, to, coding)) to -= coding === dataCoding.ucs2 ? 2 : 1;
    parts.push(text.subarray(from, to));
    from = to;
  }
  if (parts.length > maxParts)
    throw new RangeError(`text of ${text.length} octets has ${parts.length} parts, more than ${maxParts}`);
  return parts;
}

function splitsCharacter(text: Buffer, at: number, coding: number): boolean {
  if (coding === dataCoding.gsm7) return text[at - 1] === gsm7Escape;
  return coding === dataCoding.ucs2 && ((text[at - 2] ?? 0) & 0xfc) === 0xd8;
}

/**
 * Submits that carry one text. `reference` distinguishes the texts to one number; the header form uses its low byte.
 */
export function longTextSubmits(base: SubmitSm, text: Buffer, reference: number, form: LongTextForm): SubmitSm[] {
  const parts = splitText(text, base.dataCoding);
  if (parts.length === 1) return [{ ...base, shortMessage: text }];
  if (form === 'payload') return [{ ...base, shortMessage: Buffer.alloc(0), messagePayload: text }];
  return parts.map((part, index) => {
    const sequence = index + 1;
    const more = sequence < parts.length ? { moreMessagesToSend: true } : {};
    if (form === 'sar') {
      return {
        ...base,
        shortMessage: part,
        sar: { reference: reference & 0xffff, total: parts.length, sequence },
        ...more,
      };
    }
    const header = Buffer.from([5, 0, 3, reference & 0xff, parts.length, sequence]);
    const shortMessage = Buffer.concat([header, part]);
    return { ...base, esmClass: base.esmClass | esmClass.userDataHeader, shortMessage, ...more };
  });
}

type Bytes = Pick<SubmitSm, 'esmClass' | 'shortMessage' | 'messagePayload'>;

function userData(pdu: Bytes): Buffer {
  return pdu.messagePayload !== undefined && pdu.messagePayload.length > 0 ? pdu.messagePayload : pdu.shortMessage;
}

function headerLength(pdu: Bytes, data: Buffer): number {
  const length = data[0];
  if ((pdu.esmClass & esmClass.userDataHeader) === 0 || length === undefined) return 0;
  return Math.min(length + 1, data.length);
}

/** The text without its user data header; from message_payload if present. */
export function textBytes(pdu: Bytes): Buffer {
  const data = userData(pdu);
  return data.subarray(headerLength(pdu, data));
}

export type TextPart = { reference: number; total: number; sequence: number; text: Buffer };

/** Part of a long text; undefined for a complete text. */
export function textPart(pdu: SubmitSm): TextPart | undefined {
  if (pdu.sar !== undefined && pdu.sar.total > 1) return { ...pdu.sar, text: textBytes(pdu) };
  const data = userData(pdu);
  const end = headerLength(pdu, data);
  let at = 1;
  while (at + 1 < end) {
    const element = data[at];
    const length = data[at + 1] ?? 0;
    const mark = data.subarray(at + 2, Math.min(at + 2 + length, end));
    if (element === 0 && mark.length === 3) return markedPart(mark.readUInt8(0), mark.subarray(1), data.subarray(end));
    if (element === 8 && mark.length === 4)
      return markedPart(mark.readUInt16BE(0), mark.subarray(2), data.subarray(end));
    at += 2 + length;
  }
  return undefined;
}

function markedPart(reference: number, counts: Buffer, text: Buffer): TextPart | undefined {
  const total = counts.readUInt8(0);
  return total > 1 ? { reference, total, sequence: counts.readUInt8(1), text } : undefined;
}
