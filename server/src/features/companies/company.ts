import type { Micros } from '@volley/domain/money.ts';

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
  /** null: nothing limits the spending of a month. */
  readonly budgetMicros: Micros | null;
  readonly routing: 'fallback' | 'strict';
  /** Where it may send to, by its own list or that of its partner; null: as the installation is set. */
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

/** What is absent stays as it is. */
export type CompanyChange = {
  readonly name?: string;
  readonly status?: Company['status'];
  readonly actualAddress?: string;
  /** null lifts the limit. */
  readonly budgetMicros?: Micros | null;
};
