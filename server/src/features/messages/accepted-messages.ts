// Joins a request with the messages it made: a log line with ids, and a span per traced message. Both come after
// COMMIT.

import { addTracedMessages, currentRequest } from '../../platform/logging/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { timesSince } from '../../platform/traces/otlp.ts';
import { rootOf } from '../../platform/traces/trace-id.ts';

type Owner = { readonly companyId: number; readonly dispatchId?: number };

/** Undefined: the message was refused. */
type IdOf<T> = (accepted: T) => string | undefined;

/** Call it in the context of the request: its span becomes the root of the traces. */
export function logAccepted<T>(
  { log, traces }: Pick<Platform, 'log' | 'traces'>,
  { companyId, dispatchId }: Owner,
  accepted: readonly T[],
  idOf: IdOf<T>,
): void {
  let messages = 0;
  let firstMessage: string | undefined;
  let lastMessage: string | undefined;
  const traced: string[] = [];
  for (const one of accepted) {
    const id = idOf(one);
    if (id === undefined) continue;
    messages += 1;
    firstMessage ??= id;
    lastMessage = id;
    if (traces.has(id)) traced.push(id);
  }
  if (messages === 0) return;
  log.info({ companyId, dispatchId, messages, firstMessage, lastMessage }, 'messages accepted');
  addTracedMessages(traced);
}

type Origin = Owner & {
  /** From `performance.now()`. */
  readonly startedAt: number;
  /** False: no request is the root of their traces. */
  readonly byRequest: boolean;
  /** The first message of a cascade, for its steps. */
  readonly cascadeRootOf?: (at: number) => string | undefined;
};

export function traceAccepted<T>(
  traces: Platform['traces'],
  accepted: readonly T[],
  idOf: IdOf<T>,
  { companyId, dispatchId, startedAt, byRequest, cascadeRootOf }: Origin,
): void {
  if (!traces.isOn) return;
  const attributes = {
    'volley.company.id': companyId,
    'volley.dispatch.id': dispatchId,
    'volley.messages': accepted.length,
    'volley.request.id': currentRequest()?.requestId,
  };
  const span = { name: 'accept', kind: 'internal', attributes, ...timesSince(startedAt) } as const;
  for (const [at, one] of accepted.entries()) {
    const id = idOf(one);
    if (id === undefined || !traces.has(id)) continue;
    const root = cascadeRootOf?.(at);
    const own = root === undefined ? span : { ...span, links: [rootOf(root)] };
    if (byRequest) traces.add(id, own);
    else traces.addRoot(id, own);
  }
}
