// The request that the current code serves. It follows asynchronous calls, so that no feature passes it on: every log
// line of a request has its id, and messages that a request makes find their way to the request's span.
import { AsyncLocalStorage } from 'node:async_hooks';

export type RequestContext = {
  readonly requestId: string;
  /** Ids of the traced messages that the request has made. */
  tracedMessages: string[] | undefined;
};

const requests = new AsyncLocalStorage<RequestContext>();

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return requests.run(context, work);
}

/** For work that several requests share: it must not carry the id of one of them. */
export function outsideRequests<T>(work: () => T): T {
  return requests.exit(work);
}

export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}

/** The span of the current request becomes the root of their traces. */
export function addTracedMessages(ids: readonly string[]): void {
  const request = requests.getStore();
  if (request !== undefined && ids.length > 0) request.tracedMessages = [...(request.tracedMessages ?? []), ...ids];
}
