/** all: the operator confirms every part of a long message. one: it confirms one of them, for the whole. */
export const RECEIPTS_PER_PART = ['all', 'one'] as const;
export type ReceiptsPerPart = (typeof RECEIPTS_PER_PART)[number];

/** What staff change of a link that exists; what is absent stays. */
export type LinkChange = {
  readonly enabled?: boolean;
  readonly paused?: boolean;
  readonly ratePerSecond?: number | null;
  readonly receiptsPerPart?: ReceiptsPerPart;
};

/** A link as staff see it: without its password. */
export type GovernedLink = {
  readonly linkId: number;
  readonly name: string;
  readonly protocol: 'SMPP' | 'HTTP';
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
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly bound: boolean;
  /** Why it last failed to come up or went down; stays when it is up again. */
  readonly lastError: string | null;
  readonly lastBoundAt: Date | null;
  /** Messages claimed for it or on the wire. */
  readonly outstanding: number;
};
