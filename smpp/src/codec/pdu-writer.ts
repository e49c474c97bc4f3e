// Writes PDUs directly into an output buffer and returns the position after the last byte. A value that does not fit
// its field throws a RangeError before the caller commits: values are never truncated.
import { commandId, headerBytes, interfaceVersion, maxCString, maxPduBytes, responseBit, tlvTag } from './commands.ts';
import type { BindMode, BindRequest, DeliverSm, SubmitSm } from './pdus.ts';

export const bindCommand: Record<BindMode, number> = {
  transceiver: commandId.bindTransceiver,
  transmitter: commandId.bindTransmitter,
  receiver: commandId.bindReceiver,
};

/** Upper bound for all fixed fields and all known optional parameters of fixed size. */
const fixedBytesMax = 512;

export const bindBytesMax = 256;
export const responseBytesMax = headerBytes + maxCString.messageId + 8;

type CStringField = { readonly name: string; readonly max: number };

const cString = {
  systemId: { name: 'system_id', max: maxCString.systemId },
  password: { name: 'password', max: maxCString.password },
  systemType: { name: 'system_type', max: maxCString.systemType },
  addressRange: { name: 'address_range', max: maxCString.addressRange },
  serviceType: { name: 'service_type', max: maxCString.serviceType },
  sourceAddr: { name: 'source_addr', max: maxCString.address },
  destinationAddr: { name: 'destination_addr', max: maxCString.address },
  scheduleDeliveryTime: { name: 'schedule_delivery_time', max: maxCString.time },
  validityPeriod: { name: 'validity_period', max: maxCString.time },
  messageId: { name: 'message_id', max: maxCString.messageId },
  receiptedMessageId: { name: 'receipted_message_id', max: maxCString.messageId },
} satisfies Record<string, CStringField>;

type TlvField = { readonly name: string; readonly tag: number };

const tlv = {
  scInterfaceVersion: { name: 'interface_version', tag: tlvTag.scInterfaceVersion },
  messageState: { name: 'message_state', tag: tlvTag.messageState },
  userMessageReference: { name: 'user_message_reference', tag: tlvTag.userMessageReference },
  sarReference: { name: 'sar_msg_ref_num', tag: tlvTag.sarReference },
  sarTotal: { name: 'sar_total_segments', tag: tlvTag.sarTotal },
  sarSequence: { name: 'sar_segment_seqnum', tag: tlvTag.sarSequence },
  moreMessagesToSend: { name: 'more_messages_to_send', tag: tlvTag.moreMessagesToSend },
} satisfies Record<string, TlvField>;

/** Header of an answer or of a PDU without a body. The command of an answer includes `responseBit`. */
export type PduHead = { readonly command: number; readonly status: number; readonly sequence: number };

/** Upper bound for the bytes of a message PDU. */
export function messageBytesMax(pdu: SubmitSm | DeliverSm): number {
  let size = fixedBytesMax + (pdu.messagePayload?.length ?? 0);
  if (pdu.tlvs !== undefined) for (const { value } of pdu.tlvs) size += 4 + value.length;
  return size;
}

function writeUInt32(buffer: Buffer, at: number, value: number): number {
  buffer[at] = value >>> 24;
  buffer[at + 1] = value >>> 16;
  buffer[at + 2] = value >>> 8;
  buffer[at + 3] = value;
  return at + 4;
}

function writeByte(buffer: Buffer, at: number, value: number, field: string): number {
  if (!(value >= 0 && value <= 0xff)) throw new RangeError(`${field} ${value} is outside 0 to 255`);
  buffer[at] = value;
  return at + 1;
}

// For these short fields a loop is faster than the native call.
function writeCString(buffer: Buffer, at: number, text: string, field: CStringField): number {
  const length = text.length;
  if (length >= field.max) throw new RangeError(`${field.name} has ${length} characters, more than ${field.max - 1}`);
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0 || code > 0xff)
      throw new RangeError(`${field.name} contains U+${code.toString(16)}, not a single byte`);
    buffer[at + index] = code;
  }
  buffer[at + length] = 0;
  return at + length + 1;
}

function writeRequestHeader(buffer: Buffer, at: number, command: number, sequence: number): number {
  writeUInt32(buffer, at + 4, command);
  writeUInt32(buffer, at + 8, 0);
  writeUInt32(buffer, at + 12, sequence);
  return at + headerBytes;
}

function writeHeader(buffer: Buffer, at: number, { command, status, sequence }: PduHead): number {
  writeRequestHeader(buffer, at, command, sequence);
  writeUInt32(buffer, at + 8, status);
  return at + headerBytes;
}

function finish(buffer: Buffer, start: number, end: number): number {
  if (end - start > maxPduBytes) throw new RangeError(`PDU has ${end - start} bytes, more than ${maxPduBytes}`);
  writeUInt32(buffer, start, end - start);
  return end;
}

function writeTlvHead(buffer: Buffer, at: number, tag: number, length: number): number {
  if (length > 0xffff) throw new RangeError(`optional parameter ${tag} has ${length} bytes, more than 65535`);
  return writeUInt32(buffer, at, tag * 0x10000 + length);
}

function writeTlvByte(buffer: Buffer, at: number, value: number, { tag, name }: TlvField): number {
  return writeByte(buffer, writeTlvHead(buffer, at, tag, 1), value, name);
}

function writeTlvShort(buffer: Buffer, at: number, value: number, { tag, name }: TlvField): number {
  if (!(value >= 0 && value <= 0xffff)) throw new RangeError(`${name} ${value} is outside 0 to 65535`);
  const body = writeTlvHead(buffer, at, tag, 2);
  buffer[body] = value >>> 8;
  buffer[body + 1] = value;
  return body + 2;
}

function writeTlvBytes(buffer: Buffer, at: number, tag: number, value: Buffer): number {
  const body = writeTlvHead(buffer, at, tag, value.length);
  value.copy(buffer, body);
  return body + value.length;
}

export function writeBind(buffer: Buffer, start: number, sequence: number, bind: BindRequest): number {
  let at = writeRequestHeader(buffer, start, bindCommand[bind.mode], sequence);
  at = writeCString(buffer, at, bind.systemId, cString.systemId);
  at = writeCString(buffer, at, bind.password, cString.password);
  at = writeCString(buffer, at, bind.systemType, cString.systemType);
  at = writeByte(buffer, at, bind.interfaceVersion, 'interface_version');
  at = writeByte(buffer, at, bind.addressTon, 'addr_ton');
  at = writeByte(buffer, at, bind.addressNpi, 'addr_npi');
  at = writeCString(buffer, at, bind.addressRange, cString.addressRange);
  return finish(buffer, start, at);
}

export function writeBindResponse(buffer: Buffer, start: number, head: PduHead, systemId: string): number {
  let at = writeHeader(buffer, start, head);
  at = writeCString(buffer, at, systemId, cString.systemId);
  if (head.status === 0) at = writeTlvByte(buffer, at, interfaceVersion, tlv.scInterfaceVersion);
  return finish(buffer, start, at);
}

/** A PDU without a body: enquire_link, unbind, generic_nack and the answers to the first two. */
export function writeEmpty(buffer: Buffer, start: number, head: PduHead): number {
  return finish(buffer, start, writeHeader(buffer, start, head));
}

/** submit_sm_resp or deliver_sm_resp. A refused submit has no body, as the standard requires. */
export function writeMessageResponse(buffer: Buffer, start: number, head: PduHead, messageId: string): number {
  const at = writeHeader(buffer, start, head);
  if (head.command === commandId.submitSm + responseBit && head.status !== 0) return finish(buffer, start, at);
  return finish(buffer, start, writeCString(buffer, at, messageId, cString.messageId));
}

export function writeSubmit(buffer: Buffer, start: number, sequence: number, pdu: SubmitSm): number {
  const head = writeRequestHeader(buffer, start, commandId.submitSm, sequence);
  return finish(buffer, start, writeCommonTlvs(buffer, writeMandatory(buffer, head, pdu), pdu));
}

export function writeDeliver(buffer: Buffer, start: number, sequence: number, pdu: DeliverSm): number {
  const head = writeRequestHeader(buffer, start, commandId.deliverSm, sequence);
  let at = writeCommonTlvs(buffer, writeMandatory(buffer, head, pdu), pdu);
  if (pdu.receiptedMessageId !== undefined) {
    const body = writeTlvHead(buffer, at, tlvTag.receiptedMessageId, pdu.receiptedMessageId.length + 1);
    at = writeCString(buffer, body, pdu.receiptedMessageId, cString.receiptedMessageId);
  }
  if (pdu.messageState !== undefined) {
    at = writeTlvByte(buffer, at, pdu.messageState, tlv.messageState);
  }
  if (pdu.networkErrorCode !== undefined) {
    const { networkType, code } = pdu.networkErrorCode;
    at = writeByte(buffer, writeTlvHead(buffer, at, tlvTag.networkErrorCode, 3), networkType, 'network_error_code');
    buffer[at] = code >>> 8;
    buffer[at + 1] = code;
    at += 2;
  }
  return finish(buffer, start, at);
}

function writeMandatory(buffer: Buffer, start: number, pdu: SubmitSm): number {
  const { shortMessage } = pdu;
  if (shortMessage.length > 254) throw new RangeError(`short_message has ${shortMessage.length} octets, more than 254`);
  let at = writeCString(buffer, start, pdu.serviceType ?? '', cString.serviceType);
  at = writeByte(buffer, at, pdu.sourceTon, 'source_addr_ton');
  at = writeByte(buffer, at, pdu.sourceNpi, 'source_addr_npi');
  at = writeCString(buffer, at, pdu.sourceAddr, cString.sourceAddr);
  at = writeByte(buffer, at, pdu.destinationTon, 'dest_addr_ton');
  at = writeByte(buffer, at, pdu.destinationNpi, 'dest_addr_npi');
  at = writeCString(buffer, at, pdu.destinationAddr, cString.destinationAddr);
  at = writeByte(buffer, at, pdu.esmClass, 'esm_class');
  at = writeByte(buffer, at, pdu.protocolId ?? 0, 'protocol_id');
  at = writeByte(buffer, at, pdu.priorityFlag ?? 0, 'priority_flag');
  at = writeCString(buffer, at, pdu.scheduleDeliveryTime ?? '', cString.scheduleDeliveryTime);
  at = writeCString(buffer, at, pdu.validityPeriod ?? '', cString.validityPeriod);
  at = writeByte(buffer, at, pdu.registeredDelivery, 'registered_delivery');
  at = writeByte(buffer, at, pdu.replaceIfPresent ?? 0, 'replace_if_present_flag');
  at = writeByte(buffer, at, pdu.dataCoding, 'data_coding');
  at = writeByte(buffer, at, pdu.defaultMessageId ?? 0, 'sm_default_msg_id');
  at = writeByte(buffer, at, shortMessage.length, 'sm_length');
  buffer.set(shortMessage, at);
  return at + shortMessage.length;
}

function writeCommonTlvs(buffer: Buffer, start: number, pdu: SubmitSm): number {
  let at = start;
  if (pdu.userMessageReference !== undefined) {
    at = writeTlvShort(buffer, at, pdu.userMessageReference, tlv.userMessageReference);
  }
  if (pdu.sar !== undefined) {
    at = writeTlvShort(buffer, at, pdu.sar.reference, tlv.sarReference);
    at = writeTlvByte(buffer, at, pdu.sar.total, tlv.sarTotal);
    at = writeTlvByte(buffer, at, pdu.sar.sequence, tlv.sarSequence);
  }
  if (pdu.messagePayload !== undefined) at = writeTlvBytes(buffer, at, tlvTag.messagePayload, pdu.messagePayload);
  if (pdu.moreMessagesToSend !== undefined) {
    at = writeTlvByte(buffer, at, pdu.moreMessagesToSend ? 1 : 0, tlv.moreMessagesToSend);
  }
  if (pdu.tlvs !== undefined) for (const { tag, value } of pdu.tlvs) at = writeTlvBytes(buffer, at, tag, value);
  return at;
}
