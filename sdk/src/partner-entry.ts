// Entry point of the package `@volley/sdk/partner`: the partner API.
export type { Answer } from './answers.ts';
export type { FailureDetail } from './checks/fault.ts';
export type { Checks } from './checks/read-call.ts';
export {
  ApiFailure,
  Conflict,
  Forbidden,
  NotFound,
  RateLimited,
  RequestRefused,
  ServerFailure,
  Unauthorized,
} from './errors/api-failure.ts';
export { AnswerUnknown, ConnectionFailure, NetworkFailure, TimeoutFailure } from './errors/connection-failure.ts';
export { InvalidArgument } from './errors/invalid-argument.ts';
export { VolleyError } from './errors/volley-error.ts';
export type * from './generated/partner.ts';
export { openPartnerClient, type PartnerClient, type PartnerOptions } from './partner-client.ts';
export type { Pause } from './requests/retries.ts';
export type { CallOptions, ChangeOptions, FileContent, FileOptions, FormOptions } from './route.ts';
