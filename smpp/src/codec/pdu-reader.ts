// Reads PDU bodies directly from the received bytes. Every length is checked against the end of the PDU. A message
// whose body breaks the standard is read as far as possible and marked `malformed`; the readers never throw.
import { commandId, commandStatus, esmClass, headerBytes, maxCString, tlvTag } from './commands.ts';
import type { BindMode, BindRequest, DeliverSm, Sar, Tlv } from './pdus.ts';

/** A PDU that breaks the standard, with the status of its answer. */
export class PduFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'PduFault';
    this.status = status;
  }
}

/** Position in received bytes; `end`: end of the PDU. */
export type Cursor = { buffer: Buffer; at: number; end: number };

const bindModeOf = new Map<number, BindMode>([
  [commandId.bindTransceiver, 'transceiver'],
  [commandId.bindTransmitter, 'transmitter'],
  [commandId.bindReceiver, 'receiver'],
]);

/** Operators send ids longer than the 64 characters of the standard; a longer value is not an id. */
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
  if (end >= limit) throw new PduFault(commandStatus.invalidParameterLength, `${field} has no terminating zero`);
  cursor.at = end + 1;
  return end === at ? '' : buffer.toString('latin1', at, end);
}

/** A bind is read completely or not at all. */
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
 * The only C-string of an answer: message_id or system_id. Refusals may have no body, and some operators omit the
 * terminating zero. An overlong id is ignored.
 */
export function readResponseId({ buffer, at, end }: Cursor): string {
  const id = untilZero(buffer, at, end);
  return id.length <= maxIdBytes ? id : '';
}

/**
 * Body of submit_sm and deliver_sm, which share one layout, or of data_sm, whose text is an optional parameter. The
 * cursor is after the header. A receipt that cannot name a message is malformed too.
 */
export function readMessage(cursor: Cursor, command: number = commandId.submitSm): DeliverSm {
  return readBody(cursor, command === commandId.dataSm ? readDataFields : readFields, command !== commandId.submitSm);
}

function readBody(cursor: Cursor, fieldsOf: (cursor: Cursor) => DeliverSm, isDelivery: boolean): DeliverSm {
  const bodyAt = cursor.at;
  try {
    const pdu = fieldsOf(cursor);
    if (cursor.at < cursor.end) readTlvs(cursor, pdu);
    if (cursor.at < cursor.end || (isDelivery && isEmptyReceipt(pdu))) {
      const raw = rawPdu(cursor, bodyAt);
      pdu.malformed = { part: 'tail', status: commandStatus.invalidOptionalParameterStream, raw };
    }
    return pdu;
  } catch (error) {
    if (!(error instanceof PduFault)) throw error;
    cursor.at = bodyAt;
    const salvaged = fieldsOf === readFields ? salvageFields(cursor) : NO_FIELDS;
    return { ...salvaged, malformed: { part: 'body', status: error.status, raw: rawPdu(cursor, bodyAt) } };
  }
}

/** A receipt cut between its optional parameters looks valid but names no message. */
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

function readDataFields(cursor: Cursor): DeliverSm {
  return {
    serviceType: readCString(cursor, maxCString.serviceType, 'service_type'),
    sourceTon: readByte(cursor),
    sourceNpi: readByte(cursor),
    sourceAddr: readCString(cursor, maxCString.dataAddress, 'source_addr'),
    destinationTon: readByte(cursor),
    destinationNpi: readByte(cursor),
    destinationAddr: readCString(cursor, maxCString.dataAddress, 'destination_addr'),
    esmClass: readByte(cursor),
    registeredDelivery: readByte(cursor),
    dataCoding: readByte(cursor),
    shortMessage: Buffer.alloc(0),
  };
}

const NO_FIELDS: DeliverSm = {
  sourceTon: 0,
  sourceNpi: 0,
  sourceAddr: '',
  destinationTon: 0,
  destinationNpi: 0,
  destinationAddr: '',
  esmClass: 0,
  registeredDelivery: 0,
  dataCoding: 0,
  shortMessage: Buffer.alloc(0),
};

/** Readable fields of a broken body: fields may be longer than allowed, and the text may end with the PDU. */
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

/** Stops at a truncated parameter or at bytes that are none; the cursor then is before the end. */
function readTlvs(cursor: Cursor, pdu: DeliverSm): void {
  const { buffer, end } = cursor;
  const sar: Partial<Sar> = {};
  let others: Tlv[] | undefined;
  while (cursor.at < end) {
    if (cursor.at + 4 > end) break;
    const { at } = cursor;
    const to = at + 4 + buffer.readUInt16BE(at + 2);
    if (to > end) break;
    cursor.at = to;
    if (!takeTlv(buffer, at, pdu, sar)) {
      others ??= [];
      others.push({ tag: buffer.readUInt16BE(at), value: buffer.subarray(at + 4, to) });
    }
  }
  if (others !== undefined) pdu.tlvs = others;
  const { reference, total, sequence } = sar;
  if (reference !== undefined && total !== undefined && sequence !== undefined) {
    pdu.sar = { reference, total, sequence };
  }
}

/** The parameter at `at`. False if it has no field or a wrong length; the caller then keeps it unchanged. */
function takeTlv(buffer: Buffer, at: number, pdu: DeliverSm, sar: Partial<Sar>): boolean {
  const tag = buffer.readUInt16BE(at);
  const length = buffer.readUInt16BE(at + 2);
  const from = at + 4;
  const to = from + length;
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
