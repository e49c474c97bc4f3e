// Reads PDU bodies straight from the received bytes. Every length is checked against the PDU's own end. A message whose
// body breaks the standard is read as far as it goes and marked `malformed`; nothing here throws.
import { commandId, commandStatus, esmClass, headerBytes, maxCString, tlvTag } from './commands.ts';
import type { BindMode, BindRequest, DeliverSm, Sar, Tlv } from './pdus.ts';

/** A PDU that breaks the standard; carries the status to answer with. */
export class PduFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'PduFault';
    this.status = status;
  }
}

/** A place in received bytes; `end` is where the PDU ends. */
export type Cursor = { buffer: Buffer; at: number; end: number };

const bindModeOf = new Map<number, BindMode>([
  [commandId.bindTransceiver, 'transceiver'],
  [commandId.bindTransmitter, 'transmitter'],
  [commandId.bindReceiver, 'receiver'],
]);

/** Operators write ids longer than the standard's 64 characters; a longer one than this is no id. */
const maxIdBytes = 255;

export function bindModeOfCommand(command: number): BindMode | undefined {
  return bindModeOf.get(command);
}

function readByte(cursor: Cursor): number {
  const value = cursor.at < cursor.end ? cursor.buffer[cursor.at] : undefined;
  if (value === undefined) throw new PduFault(commandStatus.invalidCommandLength, 'PDU ends inside a field');
  cursor.at += 1;
  return value;
}

function readCString(cursor: Cursor, max: number, field: string): string {
  const { buffer, at } = cursor;
  const limit = Math.min(cursor.end, at + max);
  let end = at;
  while (end < limit && buffer[end] !== 0) end += 1;
  if (end >= limit) throw new PduFault(commandStatus.invalidParameterLength, `${field} does not end`);
  cursor.at = end + 1;
  return end === at ? '' : buffer.toString('latin1', at, end);
}

/** A bind is read as a whole or not at all. */
export function readBind(mode: BindMode, cursor: Cursor): BindRequest | PduFault {
  try {
    return bindFields(mode, cursor);
  } catch (error) {
    if (error instanceof PduFault) return error;
    throw error;
  }
}

function bindFields(mode: BindMode, cursor: Cursor): BindRequest {
  return {
    mode,
    systemId: readCString(cursor, maxCString.systemId, 'system_id'),
    password: readCString(cursor, maxCString.password, 'password'),
    systemType: readCString(cursor, maxCString.systemType, 'system_type'),
    interfaceVersion: readByte(cursor),
    addressTon: readByte(cursor),
    addressNpi: readByte(cursor),
    addressRange: readCString(cursor, maxCString.addressRange, 'address_range'),
  };
}

/**
 * The one C-string that answers carry: message_id or system_id. Refusals may come without a body, and operators leave
 * out the closing zero byte. An id that is too long to be one is not read.
 */
export function readResponseId({ buffer, at, end }: Cursor): string {
  const id = untilZero(buffer, at, end);
  return id.length <= maxIdBytes ? id : '';
}

/**
 * Body of submit_sm and of deliver_sm, which have the same layout. The cursor stands behind the header. A receipt with
 * nothing in it that could name a message is malformed, too.
 */
export function readMessage(cursor: Cursor, isDelivery = false): DeliverSm {
  const bodyAt = cursor.at;
  try {
    const pdu = readFields(cursor);
    if (cursor.at < cursor.end) readTlvs(cursor, pdu);
    if (cursor.at < cursor.end || (isDelivery && isEmptyReceipt(pdu))) {
      const raw = rawPdu(cursor, bodyAt);
      pdu.malformed = { part: 'tail', status: commandStatus.invalidOptionalParameterStream, raw };
    }
    return pdu;
  } catch (error) {
    if (!(error instanceof PduFault)) throw error;
    cursor.at = bodyAt;
    return { ...salvageFields(cursor), malformed: { part: 'body', status: error.status, raw: rawPdu(cursor, bodyAt) } };
  }
}

/** A receipt that was cut between its optional parameters is sound to the eye and names no message. */
function isEmptyReceipt({ esmClass: type, receiptedMessageId, shortMessage, messagePayload }: DeliverSm): boolean {
  if ((type & esmClass.messageTypeMask) !== esmClass.receipt) return false;
  return receiptedMessageId === undefined && shortMessage.length === 0 && messagePayload === undefined;
}

function readFields(cursor: Cursor): DeliverSm {
  return {
    serviceType: readCString(cursor, maxCString.serviceType, 'service_type'),
    sourceTon: readByte(cursor),
    sourceNpi: readByte(cursor),
    sourceAddr: readCString(cursor, maxCString.address, 'source_addr'),
    destinationTon: readByte(cursor),
    destinationNpi: readByte(cursor),
    destinationAddr: readCString(cursor, maxCString.address, 'destination_addr'),
    esmClass: readByte(cursor),
    protocolId: readByte(cursor),
    priorityFlag: readByte(cursor),
    scheduleDeliveryTime: readCString(cursor, maxCString.time, 'schedule_delivery_time'),
    validityPeriod: readCString(cursor, maxCString.time, 'validity_period'),
    registeredDelivery: readByte(cursor),
    replaceIfPresent: readByte(cursor),
    dataCoding: readByte(cursor),
    defaultMessageId: readByte(cursor),
    shortMessage: readShortMessage(cursor),
  };
}

/** What can be read of a broken body: fields may be longer than allowed, and the text may end with the PDU. */
function salvageFields(cursor: Cursor): DeliverSm {
  const { buffer, end } = cursor;
  const byte = (): number => (cursor.at < end ? (buffer[cursor.at++] ?? 0) : 0);
  const text = (): string => {
    const found = untilZero(buffer, cursor.at, end);
    cursor.at = Math.min(end, cursor.at + found.length + 1);
    return found;
  };
  const pdu: DeliverSm = {
    serviceType: text(),
    sourceTon: byte(),
    sourceNpi: byte(),
    sourceAddr: text(),
    destinationTon: byte(),
    destinationNpi: byte(),
    destinationAddr: text(),
    esmClass: byte(),
    protocolId: byte(),
    priorityFlag: byte(),
    scheduleDeliveryTime: text(),
    validityPeriod: text(),
    registeredDelivery: byte(),
    replaceIfPresent: byte(),
    dataCoding: byte(),
    defaultMessageId: byte(),
    shortMessage: Buffer.alloc(0),
  };
  const textEnd = Math.min(end, cursor.at + 1 + byte());
  pdu.shortMessage = buffer.subarray(Math.min(cursor.at, textEnd), textEnd);
  cursor.at = textEnd;
  if (cursor.at < end) readTlvs(cursor, pdu);
  return pdu;
}

function rawPdu({ buffer, end }: Cursor, bodyAt: number): Buffer {
  return Buffer.from(buffer.subarray(Math.max(0, bodyAt - headerBytes), end));
}

function readShortMessage(cursor: Cursor): Buffer {
  const length = readByte(cursor);
  const end = cursor.at + length;
  if (end > cursor.end) throw new PduFault(commandStatus.invalidMessageLength, 'short_message is longer than its PDU');
  const text = cursor.buffer.subarray(cursor.at, end);
  cursor.at = end;
  return text;
}

/** Stops before a parameter that is cut, or before bytes that are none: the cursor then stands short of the end. */
function readTlvs(cursor: Cursor, pdu: DeliverSm): void {
  const { buffer, end } = cursor;
  const sar: Partial<Sar> = {};
  let others: Tlv[] | undefined;
  while (cursor.at < end) {
    if (cursor.at + 4 > end) break;
    const tag = buffer.readUInt16BE(cursor.at);
    const from = cursor.at + 4;
    const to = from + buffer.readUInt16BE(cursor.at + 2);
    if (to > end) break;
    cursor.at = to;
    if (!takeTlv(pdu, sar, tag, buffer, from, to)) {
      others ??= [];
      others.push({ tag, value: buffer.subarray(from, to) });
    }
  }
  if (others !== undefined) pdu.tlvs = others;
  const { reference, total, sequence } = sar;
  if (reference !== undefined && total !== undefined && sequence !== undefined) {
    pdu.sar = { reference, total, sequence };
  }
}

/** False when the parameter has no field or an odd length for it: the caller then keeps it as it came. */
function takeTlv(pdu: DeliverSm, sar: Partial<Sar>, tag: number, buffer: Buffer, from: number, to: number): boolean {
  const length = to - from;
  switch (tag) {
    case tlvTag.messagePayload:
      pdu.messagePayload = buffer.subarray(from, to);
      return true;
    case tlvTag.receiptedMessageId:
      if (length > maxIdBytes) return false;
      pdu.receiptedMessageId = untilZero(buffer, from, to);
      return true;
    case tlvTag.userMessageReference:
      if (length !== 2) return false;
      pdu.userMessageReference = buffer.readUInt16BE(from);
      return true;
    case tlvTag.networkErrorCode:
      if (length !== 3) return false;
      pdu.networkErrorCode = { networkType: buffer.readUInt8(from), code: buffer.readUInt16BE(from + 1) };
      return true;
    case tlvTag.sarReference:
      if (length !== 2) return false;
      sar.reference = buffer.readUInt16BE(from);
      return true;
    default:
      return length === 1 && takeByteTlv(pdu, sar, tag, buffer.readUInt8(from));
  }
}

function takeByteTlv(pdu: DeliverSm, sar: Partial<Sar>, tag: number, value: number): boolean {
  switch (tag) {
    case tlvTag.messageState:
      pdu.messageState = value;
      return true;
    case tlvTag.moreMessagesToSend:
      pdu.moreMessagesToSend = value !== 0;
      return true;
    case tlvTag.sarTotal:
      sar.total = value;
      return true;
    case tlvTag.sarSequence:
      sar.sequence = value;
      return true;
    default:
      return false;
  }
}

function untilZero(buffer: Buffer, from: number, to: number): string {
  const zero = buffer.subarray(from, to).indexOf(0);
  return buffer.toString('latin1', from, zero === -1 ? to : from + zero);
}
