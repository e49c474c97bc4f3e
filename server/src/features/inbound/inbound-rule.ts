export type RuleDraft = {
  readonly companyId: number;
  readonly trafficCenterId: number;
  readonly callbackUrl: string | null;
  /** Empty: all names of the company. */
  readonly senderNames: readonly string[];
};

/** `callbackUrl` is shown without login and password. */
export type InboundRule = RuleDraft & { readonly id: number; readonly createdAt: Date };
