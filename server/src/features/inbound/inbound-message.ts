/** As the provider's webhook brought it. */
export type InboundMessage = {
  readonly linkId: number;
  readonly providerMessageId: string;
  readonly channelType: 'WHATSAPP';
  /** Ours: the name that the subscriber wrote to. */
  readonly senderName: string;
  /** The subscriber's number. */
  readonly destination: string;
  readonly text: string;
  readonly contentType: string;
  readonly sentAtMs: number;
};

/** As it is stored and shown. Text and content are null once they have been removed. */
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
