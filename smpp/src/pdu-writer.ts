// Writes PDUs straight into an output buffer and returns the position after the last byte. A value that does not
// fit its field throws a RangeError before the caller has committed anything: nothing is ever cut silently.
import { commandId, headerBytes, interfaceVersion, maxCString, maxPduBytes, responseBit, tlvTag } from './commands.ts';
import type { BindMode, BindRequest, DeliverSm, SubmitSm } from './pdus.ts';

export const bindCommand: Record<BindMode, number> = {
  transceiver: commandId.bindTransceiver,
  transmitter: commandId.bindTransmitter,
  receiver: commandId.bindReceiver,
};

/** Room that is enough for every fixed field and every known optional parameter of fixed size. */
const fixedRoom = 512;

export const bindRoom = 256;
export const responseRoom = headerBytes + maxCString.messageId + 8;

/** An upper bound of the bytes a message PDU takes. */
export function messageRoom(pdu: SubmitSm | DeliverSm): number {
  let room = fixedRoom + (pdu.messagePayload?.length ?? 0);
  if (pdu.tlvs !== undefined) for (const tlv of pdu.tlvs) room += 4 + tlv.value.length;
  return room;
}

function writeUInt32(buffer: Buffer, at: number, value: number): number {
  buffer[at] = value >>> 24;
  buffer[at + 1] = value >>> 16;
  buffer[at + 2] = value >>> 8;
  buffer[at + 3] = value;
  return at + 4;
}

function writeByte(buffer: Buffer, at: number, value: number, field: string): number {
  if (!(value >= 0 && value <= 0xff)) throw new RangeError(`${field} must be 0 to 255`);
  buffer[at] = value;
  return at + 1;
}

// A loop beats the native call for the dozen characters these fields hold.
function writeCString(buffer: Buffer, at: number, text: string, max: number, field: string): number {
  const length = text.length;
  if (length >= max) throw new RangeError(`${field} is longer than ${max - 1} characters`);
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0 || code > 0xff) throw new RangeError(`${field} holds a character that has no single byte`);
    buffer[at + index] = code;
  }
  buffer[at + length] = 0;
  return at + length + 1;
}

function writeHeader(buffer: Buffer, at: number, command: number, status: number, sequence: number): number {
  writeUInt32(buffer, at + 4, command);
  writeUInt32(buffer, at + 8, status);
  writeUInt32(buffer, at + 12, sequence);
  return at + headerBytes;
}

function finish(buffer: Buffer, start: number, end: number): number {
  if (end - start > maxPduBytes) throw new RangeError(`PDU is longer than ${maxPduBytes} bytes`);
  writeUInt32(buffer, start, end - start);
  return end;
}

function writeTlvHead(buffer: Buffer, at: number, tag: number, length: number): number {
  if (length > 0xffff) throw new RangeError('optional parameter is longer than 65535 bytes');
  return writeUInt32(buffer, at, tag * 0x10000 + length);
}

function writeTlvByte(buffer: Buffer, at: number, tag: number, value: number, field: string): number {
  return writeByte(buffer, writeTlvHead(buffer, at, tag, 1), value, field);
}

function writeTlvShort(buffer: Buffer, at: number, tag: number, value: number, field: string): number {
  if (!(value >= 0 && value <= 0xffff)) throw new RangeError(`${field} must be 0 to 65535`);
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
  let at = writeHeader(buffer, start, bindCommand[bind.mode], 0, sequence);
  at = writeCString(buffer, at, bind.systemId, maxCString.systemId, 'system_id');
  at = writeCString(buffer, at, bind.password, maxCString.password, 'password');
  at = writeCString(buffer, at, bind.systemType, maxCString.systemType, 'system_type');
  at = writeByte(buffer, at, bind.interfaceVersion, 'interface_version');
  at = writeByte(buffer, at, bind.addressTon, 'addr_ton');
  at = writeByte(buffer, at, bind.addressNpi, 'addr_npi');
  at = writeCString(buffer, at, bind.addressRange, maxCString.addressRange, 'address_range');
  return finish(buffer, start, at);
}

export function writeBindResponse(
  buffer: Buffer,
  start: number,
  mode: BindMode,
  status: number,
  sequence: number,
  systemId: string,
): number {
  let at = writeHeader(buffer, start, bindCommand[mode] + responseBit, status, sequence);
  at = writeCString(buffer, at, systemId, maxCString.systemId, 'system_id');
  if (status === 0) at = writeTlvByte(buffer, at, tlvTag.scInterfaceVersion, interfaceVersion, 'interface_version');
  return finish(buffer, start, at);
}

/** A PDU without a body: enquire_link, unbind, generic_nack and the answers to the first two. */
export function writeEmpty(buffer: Buffer, start: number, command: number, status: number, sequence: number): number {
  return finish(buffer, start, writeHeader(buffer, start, command, status, sequence));
}

/** submit_sm_resp or deliver_sm_resp: one C-string. A refused submit carries no body, as the standard says. */
export function writeMessageResponse(
  buffer: Buffer,
  start: number,
  command: number,
  status: number,
  sequence: number,
  messageId: string,
): number {
  const at = writeHeader(buffer, start, command + responseBit, status, sequence);
  if (command === commandId.submitSm && status !== 0) return finish(buffer, start, at);
  return finish(buffer, start, writeCString(buffer, at, messageId, maxCString.messageId, 'message_id'));
}

export function writeSubmit(buffer: Buffer, start: number, sequence: number, pdu: SubmitSm): number {
  const head = writeHeader(buffer, start, commandId.submitSm, 0, sequence);
  return finish(buffer, start, writeCommonTlvs(buffer, writeMandatory(buffer, head, pdu), pdu));
}

export function writeDeliver(buffer: Buffer, start: number, sequence: number, pdu: DeliverSm): number {
  const head = writeHeader(buffer, start, commandId.deliverSm, 0, sequence);
  let at = writeCommonTlvs(buffer, writeMandatory(buffer, head, pdu), pdu);
  if (pdu.receiptedMessageId !== undefined) {
    const body = writeTlvHead(buffer, at, tlvTag.receiptedMessageId, pdu.receiptedMessageId.length + 1);
    at = writeCString(buffer, body, pdu.receiptedMessageId, maxCString.messageId, 'receipted_message_id');
  }
  if (pdu.messageState !== undefined) {
    at = writeTlvByte(buffer, at, tlvTag.messageState, pdu.messageState, 'message_state');
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
  if (shortMessage.length > 254) throw new RangeError('short_message is longer than 254 octets');
  let at = writeCString(buffer, start, pdu.serviceType ?? '', maxCString.serviceType, 'service_type');
  at = writeByte(buffer, at, pdu.sourceTon, 'source_addr_ton');
  at = writeByte(buffer, at, pdu.sourceNpi, 'source_addr_npi');
  at = writeCString(buffer, at, pdu.sourceAddr, maxCString.address, 'source_addr');
  at = writeByte(buffer, at, pdu.destinationTon, 'dest_addr_ton');
  at = writeByte(buffer, at, pdu.destinationNpi, 'dest_addr_npi');
  at = writeCString(buffer, at, pdu.destinationAddr, maxCString.address, 'destination_addr');
  at = writeByte(buffer, at, pdu.esmClass, 'esm_class');
  at = writeByte(buffer, at, pdu.protocolId ?? 0, 'protocol_id');
  at = writeByte(buffer, at, pdu.priorityFlag ?? 0, 'priority_flag');
  at = writeCString(buffer, at, pdu.scheduleDeliveryTime ?? '', maxCString.time, 'schedule_delivery_time');
  at = writeCString(buffer, at, pdu.validityPeriod ?? '', maxCString.time, 'validity_period');
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
    at = writeTlvShort(buffer, at, tlvTag.userMessageReference, pdu.userMessageReference, 'user_message_reference');
  }
  if (pdu.sar !== undefined) {
    at = writeTlvShort(buffer, at, tlvTag.sarReference, pdu.sar.reference, 'sar_msg_ref_num');
    at = writeTlvByte(buffer, at, tlvTag.sarTotal, pdu.sar.total, 'sar_total_segments');
    at = writeTlvByte(buffer, at, tlvTag.sarSequence, pdu.sar.sequence, 'sar_segment_seqnum');
  }
  if (pdu.messagePayload !== undefined) at = writeTlvBytes(buffer, at, tlvTag.messagePayload, pdu.messagePayload);
  if (pdu.moreMessagesToSend !== undefined) {
    at = writeTlvByte(buffer, at, tlvTag.moreMessagesToSend, pdu.moreMessagesToSend ? 1 : 0, 'more_messages_to_send');
  }
  if (pdu.tlvs !== undefined) for (const tlv of pdu.tlvs) at = writeTlvBytes(buffer, at, tlv.tag, tlv.value);
  return at;
}
