import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';

/** A message as the provider's webhook delivers it. */
export type InboundMessage = {
  readonly linkId: number;
  readonly providerMessageId: string;
  readonly channelType: 'WHATSAPP' | SubscriberChannel;
  /** The company whose account got the message; absent: the owner of the name gets it. */
  readonly companyId?: number;
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
