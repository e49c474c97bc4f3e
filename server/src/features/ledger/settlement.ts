/** A message that became final days after it was sent: its month may be closed, and its money is then entered alone. */
export type LateMessage = {
  readonly id: string;
  readonly releasedMicros: bigint;
  readonly spentMicros: bigint;
};

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
  /** Those of its messages whose month may be closed. */
  readonly late?: readonly LateMessage[] | undefined;
};
