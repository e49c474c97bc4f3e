// Refusals of a strict message center: addresses, headers, lengths and characters that a lenient one would truncate,
// garble or guess. A client that passes here passes the operators.
import { commandStatus, dataCoding, esmClass, maxShortMessageBytes } from '@volley/smpp/codec/commands.ts';
import type { SubmitSm } from '@volley/smpp/codec/pdus.ts';
import { textBytes } from '@volley/smpp/texts/long-text.ts';

/** Statuses of the standard that the codec itself does not use. */
export const refusal = {
  scheduleTime: 0x61,
  validityTime: 0x62,
  /** "Invalid data coding scheme": a status of SMPP 5.0 that operators already use. */
  coding: 0x104,
  /** From the vendor range: sending in this direction is restricted. */
  direction: 0x455,
} as const;

const alphanumericTon = 5;
const maxNameLength = 11;
const userDataOctets = 140;

/** 0 for a valid submit, else the command_status of the refusal. */
export function checkSubmit(pdu: SubmitSm): number {
  if (!isSource(pdu)) return commandStatus.invalidSourceAddress;
  if (!isDigits(pdu.destinationAddr, 10, 15)) return commandStatus.invalidDestinationAddress;
  if (!isTime(pdu.scheduleDeliveryTime)) return refusal.scheduleTime;
  if (!isTime(pdu.validityPeriod)) return refusal.validityTime;
  return checkText(pdu);
}

function isSource(pdu: SubmitSm): boolean {
  if (pdu.sourceTon !== alphanumericTon) return isDigits(pdu.sourceAddr, 1, 20);
  return pdu.sourceNpi === 0 && pdu.sourceAddr.length >= 1 && pdu.sourceAddr.length <= maxNameLength;
}

function isDigits(text: string, min: number, max: number): boolean {
  if (text.length < min || text.length > max) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function isTime(text: string | undefined): boolean {
  return text === undefined || text === '' || /^\d{15}[R+-]$/.test(text);
}

function checkText(pdu: SubmitSm): number {
  const payload = pdu.messagePayload;
  if (payload !== undefined && pdu.shortMessage.length > 0) return commandStatus.invalidMessageLength;
  const data = payload ?? pdu.shortMessage;
  if (payload === undefined && data.length > maxShortMessageBytes) return commandStatus.invalidMessageLength;
  const hasHeader = (pdu.esmClass & esmClass.userDataHeader) !== 0;
  const headerOctets = hasHeader ? (data[0] ?? data.length) + 1 : 0;
  if (hasHeader && headerOctets >= data.length) return commandStatus.invalidEsmClass;
  const text = textBytes(pdu);
  // Parts marked by sar get their header in the network, so they must leave space for it.
  const reserved = hasHeader ? headerOctets : pdu.sar === undefined ? 0 : 6;
  const octetsMax = userDataOctets - reserved;
  if (pdu.dataCoding === dataCoding.gsm7) {
    if (payload === undefined && text.length > Math.floor((octetsMax * 8) / 7))
      return commandStatus.invalidMessageLength;
    return isGsm7(text) ? 0 : refusal.coding;
  }
  if (payload === undefined && text.length > octetsMax) return commandStatus.invalidMessageLength;
  if (pdu.dataCoding === dataCoding.latin1) return 0;
  return pdu.dataCoding === dataCoding.ucs2 && isUcs2(text) ? 0 : refusal.coding;
}

const escape = 0x1b;
const extensions: ReadonlySet<number> = new Set([0x0a, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65]);

function isGsm7(text: Buffer): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const septet = text[at] ?? 0;
    if (septet > 0x7f) return false;
    if (septet !== escape) continue;
    at += 1;
    if (!extensions.has(text[at] ?? 0)) return false;
  }
  return true;
}

/** Whole units without half a surrogate pair: a split pair shows two wrong characters on the phone. */
function isUcs2(text: Buffer): boolean {
  if (text.length % 2 !== 0) return false;
  for (let at = 0; at < text.length; at += 2) {
    const high = (text[at] ?? 0) & 0xfc;
    if (high === 0xdc) return false;
    if (high !== 0xd8) continue;
    at += 2;
    if (((text[at] ?? 0) & 0xfc) !== 0xdc) return false;
  }
  return true;
}
