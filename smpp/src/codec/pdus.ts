// Types of the PDUs of a session. Buffers of received PDUs are views into the network chunk: decode them immediately
// or copy them.

export const bindModes = ['transceiver', 'transmitter', 'receiver'] as const;
export type BindMode = (typeof bindModes)[number];

export type BindRequest = {
  mode: BindMode;
  systemId: string;
  password: string;
  systemType: string;
  interfaceVersion: number;
  addressTon: number;
  addressNpi: number;
  addressRange: string;
};

export type Tlv = { tag: number; value: Buffer };

/** Concatenation by optional parameters. */
export type Sar = { reference: number; total: number; sequence: number };

/** submit_sm and deliver_sm share one layout. Strings have one byte per character; wider characters are refused. */
type MessagePdu = {
  serviceType?: string;
  sourceTon: number;
  sourceNpi: number;
  sourceAddr: string;
  destinationTon: number;
  destinationNpi: number;
  destinationAddr: string;
  esmClass: number;
  protocolId?: number;
  priorityFlag?: number;
  scheduleDeliveryTime?: string;
  validityPeriod?: string;
  registeredDelivery: number;
  replaceIfPresent?: number;
  dataCoding: number;
  defaultMessageId?: number;
  shortMessage: Buffer;
  userMessageReference?: number;
  sar?: Sar;
  messagePayload?: Buffer;
  moreMessagesToSend?: boolean;
  /** Optional parameters without their own field. */
  tlvs?: readonly Tlv[];
  /** Set on a received PDU that breaks the standard; the fields contain the readable values. */
  malformed?: Malformation;
};

/** How a PDU in a valid frame breaks the standard. */
export type Malformation = {
  /** `body`: a mandatory field is truncated or too long. `tail`: only the bytes after the body are wrong. */
  part: 'body' | 'tail';
  status: number;
  /** Copy of the whole PDU. */
  raw: Buffer;
};

export type SubmitSm = MessagePdu;

export type NetworkErrorCode = { networkType: number; code: number };

export type DeliverSm = MessagePdu & {
  receiptedMessageId?: string;
  messageState?: number;
  networkErrorCode?: NetworkErrorCode;
};
