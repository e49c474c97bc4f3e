// Every endpoint of the console's own API: what its screens need and the public APIs lack. It serves our pages only,
// so it may change with them and is not part of the published documents.
import type { EndpointShape } from '../endpoint.ts';
import {
  getConsoleDispatch,
  getDispatchBreakdown,
  listConsoleDispatches,
  noteLeftOut,
  startAnyDispatch,
  stopAnyDispatch,
} from './dispatches.ts';
import { getDraftOfDispatch } from './drafts.ts';
import { estimateRecipients, priceEstimate } from './estimate.ts';
import { exportMessages, getMessage, listMessages } from './messages.ts';
import { endOtherSessions, endSession, getSession, listSessions, signIn, signInByLink, signOut } from './session.ts';

export const consoleApi: readonly EndpointShape[] = [
  signIn,
  signInByLink,
  getSession,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  getDraftOfDispatch,
  estimateRecipients,
  priceEstimate,
  listMessages,
  exportMessages,
  getMessage,
  listConsoleDispatches,
  getConsoleDispatch,
  getDispatchBreakdown,
  startAnyDispatch,
  stopAnyDispatch,
  noteLeftOut,
];
