import type { Brand } from '@volley/domain/brand.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import type { Micros } from '@volley/domain/money.ts';
import type { CommonType } from '@volley/domain/sender-name.ts';
import type { SenderStatus } from '@volley/domain/sender-status.ts';

export type Sender = {
  readonly id: number;
  readonly companyId: number;
  readonly senderName: string;
  readonly channelType: ChannelType;
  readonly counteragentName: string;
  readonly counteragentInn: string;
  readonly dateFrom: Date;
  readonly dateTo: Date | null;
  readonly commonType: CommonType;
  readonly brand: Brand;
  readonly countryId: number;
  readonly countryCode: string;
  readonly status: SenderStatus;
  readonly suspended: boolean;
  readonly suspendReason: string | null;
  readonly feeMicros: Micros | null;
  readonly managerComment: string | null;
  readonly rejectedAt: Date | null;
  readonly createdAt: Date;
  /** For review: the partner's own comment and what it uploaded. */
  readonly description: string | null;
  readonly documentIds: readonly string[];
};

export type SenderDraft = {
  readonly companyId: number;
  readonly senderName: string;
  readonly channelType: ChannelType;
  readonly commonType: CommonType;
  readonly brand: Brand;
  readonly dateFrom: Date;
  readonly countryId: number;
  readonly description?: string;
  readonly documentIds: readonly string[];
};

/** What is absent stays as it is; `dateTo: null` leaves the name open-ended. */
export type SenderChange = {
  readonly senderName?: string;
  readonly commonType?: CommonType;
  readonly dateFrom?: Date;
  readonly dateTo?: Date | null;
  readonly documentIds?: readonly string[];
};

/** Every list means any of its values; an absent one lets everything through. */
export type SenderFilter = {
  readonly brand?: readonly Brand[] | undefined;
  readonly commonType?: readonly CommonType[] | undefined;
  readonly status?: readonly SenderStatus[] | undefined;
  readonly channelType?: readonly ChannelType[] | undefined;
  readonly countryCode?: readonly string[] | undefined;
};
