export type Partner = {
  readonly partnerId: number;
  readonly login: string;
  readonly currency: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly companies: number;
  /** Countries open for sending; null: the installation's setting. */
  readonly allowedCountries: readonly string[] | null;
  readonly createdAt: Date;
};
