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
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly bound: boolean;
  /** Messages claimed for it or on the wire. */
  readonly outstanding: number;
};
