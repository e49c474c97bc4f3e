// Log entry of an API request: caller, route and result. Without bodies and queries, which hold texts and numbers of
// subscribers.

export type LoggedRequest = {
  readonly at: Date;
  readonly requestId: string;
  readonly partnerId: number;
  /** Company of the key; null for a partner token. */
  readonly companyId: number | null;
  readonly keyId: string | null;
  readonly method: string;
  /** Path parameters as `{name}`. */
  readonly route: string;
  readonly status: number;
  readonly errorCode: number | null;
  readonly ms: number;
  readonly address: string;
  /** Undeclared names in the request, which were ignored. */
  readonly warnings: string | null;
};

export type StatusClass = '2xx' | '4xx' | '5xx';

export type RequestFilter = {
  readonly companyId?: number;
  readonly keyId?: string;
  readonly requestId?: string;
  readonly statusClass?: StatusClass;
  readonly errorCode?: number;
  /** A part of the route. */
  readonly path?: string;
  readonly from?: Date;
  readonly to?: Date;
};

/** Cursor of the list: times may repeat, the pair is unique. */
export type RequestPlace = { readonly at: Date; readonly requestId: string };

export const REQUESTS_KEPT_DAYS = 30;
