// Reads delivery receipts the way message centres really send them: optional parameters first, the text as a
// fall-back, its parts in any order, any case, with or without seconds, in short_message or message_payload,
// in one-byte or UCS-2 text, with trailing zero bytes. What is missing stays undefined; nothing is guessed. Of a
// malformed PDU the id and the state must both be readable.
import { dataCoding, esmClass } from './commands.ts';
import { textBytes } from './long-text.ts';
import type { DeliverSm } from './pdus.ts';

export const receiptStates = [
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
] as const;
export type ReceiptState = (typeof receiptStates)[number];

export type Receipt = {
  messageId: string;
  state: ReceiptState;
  /** The network's own code, as it came: decimal of the optional parameter, else the text's `err`. */
  errorCode?: string;
  /** YYMMDDhhmm or YYMMDDhhmmss without a zone; see `receiptTime`. */
  submitDate?: string;
  doneDate?: string;
  userMessageReference?: number;
  /** An intermediate notice: the final receipt is still to come. */
  intermediate: boolean;
};

/** message_state of the standard, which counts from 1. */
export function messageStateNumber(state: ReceiptState): number {
  return receiptStates.indexOf(state) + 1;
}

/** A receipt by its class, or by the optional parameter only receipts carry; a person's text never is. */
export function isReceipt(pdu: DeliverSm): boolean {
  const messageType = pdu.esmClass & esmClass.messageTypeMask;
  if (messageType === esmClass.receipt || messageType === esmClass.intermediate) return true;
  return messageType === 0 && pdu.receiptedMessageId !== undefined && pdu.messageState !== undefined;
}

/** No operator writes longer ids; they are keys of an index. */
const idLengthMax = 255;

/** Undefined when the PDU is no receipt, names no message, or is malformed and names no state. */
export function parseReceipt(pdu: DeliverSm): Receipt | undefined {
  if (!isReceipt(pdu)) return undefined;
  const fields = receiptFields(receiptText(pdu));
  const messageId = pdu.receiptedMessageId || fields.id;
  if (messageId === undefined || messageId === '' || messageId.length > idLengthMax) return undefined;
  const state = stateOf(pdu.messageState, fields.stat);
  if (state === undefined && pdu.malformed !== undefined) return undefined;
  const receipt: Receipt = {
    messageId,
    state: state ?? 'UNKNOWN',
    intermediate: (pdu.esmClass & esmClass.messageTypeMask) === esmClass.intermediate,
  };
  const errorCode = pdu.networkErrorCode === undefined ? fields.err : String(pdu.networkErrorCode.code);
  if (errorCode !== undefined) receipt.errorCode = errorCode;
  if (fields.submitDate !== undefined) receipt.submitDate = fields.submitDate;
  if (fields.doneDate !== undefined) receipt.doneDate = fields.doneDate;
  if (pdu.userMessageReference !== undefined) receipt.userMessageReference = pdu.userMessageReference;
  return receipt;
}

function stateOf(messageState: number | undefined, stat: string | undefined): ReceiptState | undefined {
  const byNumber = messageState === undefined ? undefined : receiptStates[messageState - 1];
  if (byNumber !== undefined) return byNumber;
  // Five letters are enough to tell the states apart and forgive DELIVERED, EXPIRD, REJECTED and the like.
  const start = (stat ?? '').toUpperCase().slice(0, 5);
  return receiptStates.find((state) => state.slice(0, 5) === start);
}

function receiptText(pdu: DeliverSm): string {
  const bytes = textBytes(pdu);
  const text = pdu.dataCoding === dataCoding.ucs2 ? decodeUcs2(bytes) : bytes.toString('latin1');
  const readable = text.replaceAll('\0', '');
  // The text of a broken body may be cut: half of an id is another message's id, so its last word does not count.
  return pdu.malformed?.part === 'body' ? readable.replace(/\S+$/, '') : readable;
}

/** UCS-2 big-endian; an odd last byte is dropped. */
export function decodeUcs2(bytes: Buffer): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le');
}

export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

type ReceiptFields = { id?: string; stat?: string; err?: string; submitDate?: string; doneDate?: string };

const fieldPattern = /(?<![a-z])(id|stat|err|submit date|done date)\s*:\s*([^\s:]*)/gi;

function receiptFields(text: string): ReceiptFields {
  // The quoted message comes last under `text:` and may hold anything, so nothing behind it is read.
  const quoted = text.search(/(?<![a-z])text\s*:/i);
  const fields: ReceiptFields = {};
  const readable = quoted === -1 ? text : text.slice(0, quoted) + afterQuoted(text.slice(quoted));
  for (const [, name = '', value = ''] of readable.matchAll(fieldPattern)) setField(fields, name.toLowerCase(), value);
  return fields;
}

/** When `text:` comes first the other fields stand behind it; a full set of them is then taken, or none. */
function afterQuoted(rest: string): string {
  const at = rest.search(/\sid\s*:\S+.*\sstat\s*:/is);
  return at === -1 ? '' : rest.slice(at);
}

function setField(fields: ReceiptFields, name: string, value: string): void {
  if (value === '') return;
  if (name === 'id') fields.id ??= value;
  else if (name === 'stat') fields.stat ??= value;
  else if (name === 'err') fields.err ??= value;
  else if (name === 'submit date') fields.submitDate ??= value;
  else fields.doneDate ??= value;
}

/** The instant of a receipt's date, which carries no zone of its own; undefined when it is not a date. */
export function receiptTime(text: string, zoneOffsetMinutes: number): Date | undefined {
  if (!/^\d{10}(\d{2})?$/.test(text)) return undefined;
  const [year, month, day, hour, minute, second] = [0, 2, 4, 6, 8, 10].map((at) => Number(text.slice(at, at + 2)));
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const local = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second));
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined;
  return new Date(local.getTime() - zoneOffsetMinutes * 60_000);
}
