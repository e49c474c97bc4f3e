// Reads delivery receipts as message centers send them: optional parameters first, then the text, with its fields in
// any order and case, separated by blanks or commas, with or without seconds, in short_message or message_payload, in
// one-byte or UCS-2 text, with trailing zeros. Missing fields stay undefined, never guessed. A malformed PDU counts
// only with readable id and state.
import { dataCoding, esmClass } from '../codec/commands.ts';
import type { DeliverSm, NetworkErrorCode } from '../codec/pdus.ts';
import { textBytes } from './long-text.ts';
import { type ReceiptState, receiptStates, stateOfWord } from './receipt-states.ts';

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
  /** The word of the state, if it is not known: the state is UNKNOWN. */
  unknownWord?: string;
};

/** Appendix B of the standard, whole: some centers send it in an ordinary message. */
const APPENDIX_B = /^\s*id:\S+\s+sub:\S*\s+dlvrd:\S*\s+submit date:\d{10,}\s+done date:\d{10,}\s+stat:\w+(?=\s|$)/i;

/** A receipt by its class, by an optional parameter that only receipts have, or by the whole text of the standard. */
export function isReceipt(pdu: DeliverSm): boolean {
  const messageType = pdu.esmClass & esmClass.messageTypeMask;
  if (messageType === esmClass.receipt || messageType === esmClass.intermediate) return true;
  if (messageType !== 0) return false;
  const isNamed = pdu.receiptedMessageId !== undefined && pdu.messageState !== undefined;
  return isNamed || APPENDIX_B.test(receiptText(pdu));
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
  const errorCode = pdu.networkErrorCode === undefined ? fields.err : errorCodeOf(pdu.networkErrorCode);
  if (errorCode !== undefined) receipt.errorCode = errorCode;
  if (fields.submitDate !== undefined) receipt.submitDate = fields.submitDate;
  if (fields.doneDate !== undefined) receipt.doneDate = fields.doneDate;
  if (pdu.userMessageReference !== undefined) receipt.userMessageReference = pdu.userMessageReference;
  if (state === undefined && fields.stat !== undefined) receipt.unknownWord = fields.stat;
  return receipt;
}

/** Some centers write three digits in place of a type and a number. */
function errorCodeOf({ networkType, code }: NetworkErrorCode): string {
  const digits = String.fromCharCode(networkType, code >> 8, code & 0xff);
  return /^\d{3}$/.test(digits) ? digits : String(code);
}

/** States of version 5.0 beside those of 3.4: scheduled, skipped. */
const LATER_STATES: ReadonlyMap<number, ReceiptState> = new Map([
  [0, 'ENROUTE'],
  [9, 'UNDELIV'],
]);

function stateOf(messageState: number | undefined, stat = ''): ReceiptState | undefined {
  const byNumber =
    messageState === undefined ? undefined : (receiptStates[messageState - 1] ?? LATER_STATES.get(messageState));
  return byNumber ?? stateOfWord(stat) ?? stateOfSpelling(stat);
}

function stateOfSpelling(stat: string): ReceiptState | undefined {
  // Five letters identify the state and tolerate DELIVERED, EXPIRD, REJECTED and similar spellings.
  const start = stat.toUpperCase().slice(0, 5);
  return receiptStates.find((state) => state.slice(0, 5) === start);
}

function receiptText(pdu: DeliverSm): string {
  const bytes = textBytes(pdu);
  const oneByte = bytes.toString('latin1');
  // Some centers declare UCS-2 and send ASCII, in which a field never has zeros between its letters.
  const isUcs2 = pdu.dataCoding === dataCoding.ucs2 && !/\bid\s*:/i.test(oneByte);
  const text = isUcs2 ? decodeUcs2(bytes) : oneByte;
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

/** Name of a field as centers write it → ours. */
const FIELDS: ReadonlyMap<string, keyof ReceiptFields> = new Map<string, keyof ReceiptFields>([
  ['id', 'id'],
  ['message_id', 'id'],
  ['stat', 'stat'],
  ['status', 'stat'],
  ['err', 'err'],
  ['submit date', 'submitDate'],
  ['submitdate', 'submitDate'],
  ['done date', 'doneDate'],
  ['donedate', 'doneDate'],
]);
const NAMES = [...FIELDS.keys()].toSorted((a, b) => b.length - a.length).join('|');
const fieldPattern = new RegExp(`(?<![a-z_])(${NAMES})\\s*:\\s*(?!(?:${NAMES}|sub|dlvrd|text)\\s*:)([^\\s:,;]*)`, 'gi');
const emptyQuotePattern = new RegExp(`^text\\s*:[\\s,]+(?=(?:${NAMES}|sub|dlvrd)\\s*:)`, 'i');

function receiptFields(text: string): ReceiptFields {
  // The quoted message follows `text:` and may contain anything, so the rest is not parsed.
  const quoted = text.search(/(?<![a-z])text\s*:/i);
  const fields: ReceiptFields = {};
  const readable = quoted === -1 ? text : text.slice(0, quoted) + afterQuoted(text.slice(quoted));
  for (const [, name = '', value = ''] of readable.matchAll(fieldPattern)) setField(fields, name.toLowerCase(), value);
  return fields;
}

/** If `text:` comes first, the fields follow it; behind a message that is quoted they count only as a full set. */
function afterQuoted(rest: string): string {
  const empty = emptyQuotePattern.exec(rest);
  if (empty !== null) return ` ${rest.slice(empty[0].length)}`;
  const at = rest.search(/\sid\s*:\S+.*\sstat\s*:/is);
  return at === -1 ? '' : rest.slice(at);
}

function setField(fields: ReceiptFields, name: string, value: string): void {
  const field = FIELDS.get(name);
  if (field !== undefined && value !== '') fields[field] ??= value;
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
