/** A message as the provider's webhook delivers it. */
export type InboundMessage = {
  readonly linkId: number;
  readonly providerMessageId: string;
  readonly channelType: 'WHATSAPP';
  /** The name that the subscriber wrote to. */
  readonly senderName: string;
  /** The subscriber's number. */
  readonly destination: string;
  readonly text: string;
  readonly contentType: string;
  readonly sentAtMs: number;
};

/** A message as stored. Text and content are null after erasure. */
export type StoredInbound = {
  readonly id: string;
  readonly companyId: number;
  readonly createdAt: Date;
  readonly sentAt: Date;
  readonly channelType: string;
  readonly trafficCenterId: number;
  readonly senderName: string;
  readonly destination: bigint;
  readonly text: string | null;
  readonly specialContent: { readonly text: string; readonly contentType: string } | null;
};

export const INBOUND_PARTS = 1;
