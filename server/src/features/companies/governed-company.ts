import type { Company } from './company.ts';

/** A company as staff see it. */
export type GovernedCompany = Company & {
  readonly partnerLogin: string;
  readonly currency: string;
  /** null: texts are kept. */
  readonly textRetentionDays: number | null;
  readonly inboundEnabled: boolean;
  /** Whether callbacks go only to receivers whose certificate is good. */
  readonly callbackTlsChecked: boolean;
  /** Its own list of where it may send to; null: as its partner. */
  readonly allowedCountries: readonly string[] | null;
};
