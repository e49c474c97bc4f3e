// What is kept of a request to the APIs: who asked for what and how it ended. Neither bodies nor queries, since texts
// and numbers of subscribers are in those.

export type LoggedRequest = {
  readonly at: Date;
  readonly requestId: string;
  readonly partnerId: number;
  /** Of the key; null for the partner's own token. */
  readonly companyId: number | null;
  readonly keyId: string | null;
  readonly method: string;
  /** With `{name}` for the parts that are parameters. */
  readonly route: string;
  readonly status: number;
  readonly errorCode: number | null;
  readonly ms: number;
  readonly address: string;
  /** What was passed over in it: names that nobody declared. */
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

/** The place after which a list goes on: times may repeat, the pair does not. */
export type RequestPlace = { readonly at: Date; readonly requestId: string };

export const REQUESTS_KEPT_DAYS = 30;
