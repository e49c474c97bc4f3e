// Reads delivery receipts as message centers send them: optional parameters first, then the text, with its fields in
// any order and case, with or without seconds, in short_message or message_payload, in one-byte or UCS-2 text, with
// trailing zeros. Missing fields stay undefined, never guessed. A malformed PDU counts only with readable id and state.
import { dataCoding, esmClass } from '../codec/commands.ts';
import type { DeliverSm } from '../codec/pdus.ts';
import { textBytes } from './long-text.ts';

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
  /** Error code of the network, unchanged: decimal of the optional parameter, else `err` of the text. */
  errorCode?: string;
  /** YYMMDDhhmm or YYMMDDhhmmss without a zone; see `receiptTime`. */
  submitDate?: string;
  doneDate?: string;
  userMessageReference?: number;
  /** An intermediate notification: the final receipt follows. */
  intermediate: boolean;
};

/** message_state of the standard, counted from 1. */
export function messageStateNumber(state: ReceiptState): number {
  return receiptStates.indexOf(state) + 1;
}

/** A receipt by its class, or by an optional parameter that only receipts have; a text of a person never is. */
export function isReceipt(pdu: DeliverSm): boolean {
  const messageType = pdu.esmClass & esmClass.messageTypeMask;
  if (messageType === esmClass.receipt || messageType === esmClass.intermediate) return true;
  return messageType === 0 && pdu.receiptedMessageId !== undefined && pdu.messageState !== undefined;
}

/** Ids are keys of an index; no operator sends longer ones. */
const idLengthMax = 255;

/** Undefined if the PDU is not a receipt, names no message, or is malformed without a state. */
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
  // Five letters identify the state and tolerate DELIVERED, EXPIRD, REJECTED and similar spellings.
  const start = (stat ?? '').toUpperCase().slice(0, 5);
  return receiptStates.find((state) => state.slice(0, 5) === start);
}

function receiptText(pdu: DeliverSm): string {
  const bytes = textBytes(pdu);
  const text = pdu.dataCoding === dataCoding.ucs2 ? decodeUcs2(bytes) : bytes.toString('latin1');
  const readable = text.replaceAll('\0', '');
  // The text of a broken body may be truncated: half an id is the id of another message, so its last word is dropped.
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
  // The quoted message follows `text:` and may contain anything, so the rest is not parsed.
  const quoted = text.search(/(?<![a-z])text\s*:/i);
  const fields: ReceiptFields = {};
  const readable = quoted === -1 ? text : text.slice(0, quoted) + afterQuoted(text.slice(quoted));
  for (const [, name = '', value = ''] of readable.matchAll(fieldPattern)) setField(fields, name.toLowerCase(), value);
  return fields;
}

/** If `text:` comes first, the fields follow it; they count only as a full set. */
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

/** Instant of a receipt date, which has no zone; undefined if it is not a date. */
export function receiptTime(text: string, zoneOffsetMinutes: number): Date | undefined {
  if (!/^\d{10}(\d{2})?$/.test(text)) return undefined;
  const [year, month, day, hour, minute, second] = [0, 2, 4, 6, 8, 10].map((at) => Number(text.slice(at, at + 2)));
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const local = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second));
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined;
  return new Date(local.getTime() - zoneOffsetMinutes * 60_000);
}
