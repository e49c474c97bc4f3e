// Numbers of SMPP 3.4: commands, statuses of answers, message states and the optional parameters used here.

export const commandId = {
  genericNack: 0x80000000,
  bindReceiver: 0x00000001,
  bindTransmitter: 0x00000002,
  submitSm: 0x00000004,
  deliverSm: 0x00000005,
  unbind: 0x00000006,
  bindTransceiver: 0x00000009,
  enquireLink: 0x00000015,
  alertNotification: 0x00000102,
  dataSm: 0x00000103,
} as const;

/** Added to the command id of a request to get the id of its answer. */
export const responseBit = 0x80000000;

export const commandStatus = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  incorrectBindStatus: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidSourceAddress: 0x0a,
  invalidDestinationAddress: 0x0b,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  messageQueueFull: 0x14,
  invalidEsmClass: 0x43,
  submitFailed: 0x45,
  throttled: 0x58,
  temporaryReceiverError: 0x64,
  permanentReceiverError: 0x65,
  rejectedByReceiver: 0x66,
  invalidOptionalParameterStream: 0xc0,
  invalidParameterLength: 0xc2,
  unknownError: 0xff,
} as const;

/** Not on the wire: the result of a request without an answer (time-out, lost connection), which is in doubt. */
export const noAnswer = -1;

export const tlvTag = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarSequence: 0x020f,
  scInterfaceVersion: 0x0210,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  moreMessagesToSend: 0x0426,
  messageState: 0x0427,
} as const;

export const interfaceVersion = 0x34;

export const headerBytes = 16;
export const maxPduBytes = 65_536;

/** Longest C-strings of the standard, the terminating zero included. */
export const maxCString = {
  systemId: 16,
  password: 9,
  systemType: 13,
  addressRange: 41,
  serviceType: 6,
  address: 21,
  dataAddress: 65,
  time: 17,
  messageId: 65,
} as const;

/** Longest short_message in octets; longer texts use parts or message_payload. */
export const maxShortMessageBytes = 254;

export const esmClass = {
  receipt: 0x04,
  intermediate: 0x20,
  messageTypeMask: 0x3c,
  userDataHeader: 0x40,
} as const;

export const dataCoding = { gsm7: 0, latin1: 3, ucs2: 8 } as const;
