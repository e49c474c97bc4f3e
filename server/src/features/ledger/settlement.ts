/** `settle`: messages became final. `package`: packages were opened, or can no longer be. */
export type Settlement = {
  readonly kind: 'settle' | 'package';
  readonly companyId: number;
  readonly month: string;
  readonly dispatchId: number;
  readonly messages: number;
  readonly releasedMicros: bigint;
  readonly spentMicros: bigint;
  /** The currency of the wallet that pays; none where the month's bill does. Packages are always on the bill. */
  readonly wallet?: string | undefined;
};
