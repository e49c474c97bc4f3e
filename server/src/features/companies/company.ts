import type { RouteWaits } from '@volley/domain/links/route-wait.ts';
import type { Micros } from '@volley/domain/money/money.ts';

export type CounteragentType = 'LEGAL' | 'INDIVIDUAL';

export type Company = {
  readonly companyId: number;
  readonly partnerId: number;
  readonly name: string;
  readonly counteragentType: CounteragentType;
  readonly counteragentName: string;
  readonly counteragentInn: string;
  readonly counteragentAddress: string | null;
  readonly counteragentKpp: string | null;
  readonly actualAddress: string | null;
  readonly status: 'ACTIVE' | 'DISABLED';
  /** Null: no monthly limit. */
  readonly budgetMicros: Micros | null;
  readonly routing: 'fallback' | 'strict';
  readonly routeWaits: RouteWaits;
  /** Countries open for sending, by the company's or the partner's list; null: the installation's setting. */
  readonly openCountries: readonly string[] | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type CompanyDraft = {
  readonly name: string;
  readonly counteragentType: CounteragentType;
  readonly counteragentInn: string;
  readonly counteragentAddress?: string;
  readonly counteragentKpp?: string;
  readonly budgetMicros: Micros | null;
};

/** Absent fields stay unchanged. */
export type CompanyChange = {
  readonly name?: string;
  readonly status?: Company['status'];
  readonly actualAddress?: string;
  /** Replaces all of them. */
  readonly routeWaits?: RouteWaits;
  /** Null removes the limit. */
  readonly budgetMicros?: Micros | null;
};
