import type { LinkMode } from '@volley/domain/links/link-order.ts';
import type { Company } from './company.ts';

/** A company with the settings that only staff see. */
export type GovernedCompany = Company & {
  readonly partnerLogin: string;
  readonly currency: string;
  /** Null: texts are never erased by age. */
  readonly textRetentionDays: number | null;
  readonly inboundEnabled: boolean;
  /** True: callbacks require a valid certificate. */
  readonly callbackTlsChecked: boolean;
  /** Countries open for sending; null: the partner's list. */
  readonly allowedCountries: readonly string[] | null;
  readonly linkMode: LinkMode;
};
