/**
 * A message that became final days after it was sent: if its month is closed, its money gets a ledger row of its own.
 */
export type LateMessage = {
  readonly id: string;
  readonly releasedMicros: bigint;
  readonly spentMicros: bigint;
};

/** `settle`: messages became final. `package`: packages were opened, or can no longer be opened. */
export type Settlement = {
  readonly kind: 'settle' | 'package';
  readonly companyId: number;
  readonly month: string;
  readonly dispatchId: number;
  readonly messages: number;
  readonly releasedMicros: bigint;
  readonly spentMicros: bigint;
  /** Currency of the charged wallet; undefined: only the month is charged, as always for packages. */
  readonly wallet?: string | undefined;
  /** Messages of the settlement whose month may be closed. */
  readonly late?: readonly LateMessage[] | undefined;
};
