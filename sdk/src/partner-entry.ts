// Entry point of the package `@volley/sdk/partner`: the partner API.
export { ApiFailure, ConnectionFailure, type FailureDetail } from './api-failure.ts';
export type * from './generated/partner.ts';
export { openPartnerClient, type PartnerClient, type PartnerOptions } from './partner-client.ts';
export type { Pause } from './requester.ts';
export type { CallOptions, ChangeOptions, FileContent, FormOptions } from './route.ts';
