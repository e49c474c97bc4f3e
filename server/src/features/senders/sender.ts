import type { Micros } from '@volley/domain/money/money.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import type { CommonType } from '@volley/domain/senders/sender-name.ts';
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';

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
  /** For review: the partner's own comment. */
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

/** Absent fields stay unchanged; `dateTo: null` leaves the name open-ended. */
export type SenderChange = {
  readonly senderName?: string;
  readonly commonType?: CommonType;
  readonly dateFrom?: Date;
  readonly dateTo?: Date | null;
  readonly documentIds?: readonly string[];
};

/** Each list matches any of its values; an absent list matches all. */
export type SenderFilter = {
  readonly brand?: readonly Brand[] | undefined;
  readonly commonType?: readonly CommonType[] | undefined;
  readonly status?: readonly SenderStatus[] | undefined;
  readonly channelType?: readonly ChannelType[] | undefined;
  readonly countryCode?: readonly string[] | undefined;
};
