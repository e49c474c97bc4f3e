import type { DegradedBecause } from '@volley/domain/links/degraded-link.ts';
import type { LinkSettings } from '@volley/domain/links/link-settings.ts';
import type { Protocol } from '@volley/domain/links/provider-protocol.ts';

/** `all`: a receipt for every part of a long message. `one`: a single receipt for the whole message. */
export const RECEIPTS_PER_PART = ['all', 'one'] as const;
export type ReceiptsPerPart = (typeof RECEIPTS_PER_PART)[number];

/** Change of an existing link; undefined members stay unchanged. */
export type LinkChange = {
  readonly enabled?: boolean;
  readonly paused?: boolean;
  readonly ratePerSecond?: number | null;
  readonly receiptsPerPart?: ReceiptsPerPart;
};

/** A link without its password. */
export type GovernedLink = {
  readonly linkId: number;
  readonly name: string;
  readonly protocol: Protocol;
  /** Null for SMPP. */
  readonly url: string | null;
  readonly channelType: string;
  readonly brands: readonly number[];
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly systemType: string;
  readonly bindMode: 'transceiver' | 'transmitter';
  readonly tls: boolean;
  readonly ratePerSecond: number | null;
  readonly windowSize: number;
  readonly idForm: string;
  readonly receiptsPerPart: ReceiptsPerPart;
  readonly settings: LinkSettings;
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly bound: boolean;
  /** Null: the link is not degraded. */
  readonly degradedBecause: DegradedBecause | null;
  readonly degradedSince: Date | null;
  /** Reason of the last failure; stays after the link is up again. */
  readonly lastError: string | null;
  readonly lastBoundAt: Date | null;
  /** Messages claimed for the link or in flight. */
  readonly outstanding: number;
};
