// Shapes of the PDUs the session carries. Buffers of received PDUs are views into the network chunk:
// decode them at once or copy them before keeping them.

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

/** Concatenation by optional parameters: which part of which text this is. */
export type Sar = { reference: number; total: number; sequence: number };

/** submit_sm and deliver_sm share one layout. Strings hold one byte per character; anything wider is refused. */
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
  /** Optional parameters without a field of their own. */
  tlvs?: readonly Tlv[];
  /** Set on a received PDU that breaks the standard: the other fields hold what could be read. */
  malformed?: Malformation;
};

/** How a PDU whose frame is sound breaks the standard. */
export type Malformation = {
  /** `body`: a mandatory field is cut or too long. `tail`: only what follows the body is. */
  part: 'body' | 'tail';
  /** The command_status that names the fault. */
  status: number;
  /** A copy of the whole PDU. */
  raw: Buffer;
};

export type SubmitSm = MessagePdu;

export type NetworkErrorCode = { networkType: number; code: number };

export type DeliverSm = MessagePdu & {
  receiptedMessageId?: string;
  messageState?: number;
  networkErrorCode?: NetworkErrorCode;
};
