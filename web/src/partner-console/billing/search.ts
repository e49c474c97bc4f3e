// URL parameters of the billing page; `company` belongs to every page.
export const BILLING_TABS = ['companies', 'operations', 'tariffs'] as const;
export type BillingTab = (typeof BILLING_TABS)[number];

/** Names of the API. */
export const OPERATION_KINDS = [
  'spend',
  'reserve',
  'package',
  'correction',
  'fee',
  'wallet-top-up',
  'wallet-spend',
  'wallet-reserve',
  'wallet-correction',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export type BillingSearch = {
  readonly tab?: BillingTab;
  readonly month?: string;
  readonly kind?: OperationKind;
  readonly page?: number;
};

export function billingSearch({ tab, month, kind, page }: Record<string, unknown>): BillingSearch {
  const isMonth = typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  const shown = BILLING_TABS.find((one) => one === tab) ?? (isMonth ? 'operations' : 'companies');
  const wanted = OPERATION_KINDS.find((one) => one === kind);
  return {
    ...(shown !== 'companies' && { tab: shown }),
    ...(isMonth && { month }),
    ...(wanted !== undefined && { kind: wanted }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

/** The current month and earlier ones, newest first. */
export function monthsUntil(today: string, count: number): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}
