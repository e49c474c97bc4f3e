export type Partner = {
  readonly partnerId: number;
  readonly login: string;
  readonly currency: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly companies: number;
  /** Where its companies may send to; null: as the installation is set. */
  readonly allowedCountries: readonly string[] | null;
  readonly createdAt: Date;
};
