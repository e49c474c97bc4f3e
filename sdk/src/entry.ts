// Entry point of the package `@volley/sdk`: the messaging API.
export type { Answer } from './answers.ts';
export { callbackFetchHandler, callbackListener } from './callbacks/callback-listener.ts';
export type { CallbackOptions, Delivery } from './callbacks/callback-receiver.ts';
export type { HandledEvents } from './callbacks/handled-events.ts';
export { type CallbackHeaders, CallbackRefused, verifyCallback } from './callbacks/verify-callback.ts';
export type { FailureDetail } from './checks/fault.ts';
export type { Checks } from './checks/read-call.ts';
export { type Client, type ClientOptions, openClient } from './client.ts';
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
export { type ListRange, PartialFailure, type ResumeOptions } from './errors/partial-failure.ts';
export { VolleyError } from './errors/volley-error.ts';
export { EventsRemoved, type FeedOptions, followEvents } from './follow-events.ts';
export type * from './generated/messaging.ts';
export type { Pause } from './requests/retries.ts';
export type { CallOptions, ChangeOptions, FileContent, FileOptions, FormOptions } from './route.ts';
export { VERSION } from './version.ts';
export type { DispatchWaits, MessageWaits } from './waits/final-states.ts';
export { type WaitOptions, WaitTimeout } from './waits/poll.ts';
