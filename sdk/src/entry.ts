// Entry point of the package `@volley/sdk`: the messaging API.
export { ApiFailure, ConnectionFailure, type FailureDetail } from './api-failure.ts';
export { type Client, type ClientOptions, openClient } from './client.ts';
export type {
  Button,
  CascadeStep,
  ChannelContent,
  ChannelType,
  ChatContent,
  ContentByChannel,
  Keyboard,
  MessengerContent,
  PushContent,
  SpeechContent,
  ViberButtonContent,
} from './content.ts';
export { EventsRemoved, type FeedOptions, followEvents } from './follow-events.ts';
export type * from './generated/messaging.ts';
export type { Pause } from './requester.ts';
export type { CallOptions, ChangeOptions, FileContent, FormOptions } from './route.ts';
export { type CallbackHeaders, CallbackRefused, verifyCallback } from './verify-callback.ts';
export { VERSION } from './version.ts';
