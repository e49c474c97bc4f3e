// Requests of both clients. Temporary failures are retried: a change carries an Idempotency-Key, so that no message is
// sent twice. Every failure is a VolleyError, unless the caller aborted the call.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, AnswerBook, type AnswerListeners, warningsIn } from './answers.ts';
import { ApiFailure, apiFailureOf, errorIn, type FailureBody } from './errors/api-failure.ts';
import { connectionFailureOf } from './errors/connection-failure.ts';
import { type Request, type RequestInput, requestOf } from './requests/request.ts';
import { type Pause, SignInFailure, withRetries } from './requests/retries.ts';
import { isRead, type Route } from './route.ts';

export type RequesterOptions = AnswerListeners & {
  /** Address of the service, `https://volley.example`. */
  readonly api: string;
  /** Retries of a call after temporary failures; default 2. */
  readonly retries?: number;
  /** Time-out of one attempt; default 70 s, the longest time of a send under load. */
  readonly timeoutMs?: number;
  /** Waits before the next attempt; default: real time. */
  readonly pause?: Pause;
};

export type Credentials = {
  /** Value of the header `authorization`. */
  authorization(signal?: AbortSignal): string | Promise<string>;
  /** The service refused the value. True: a new value is worth one more attempt. */
  refused?(authorization: string): boolean;
};

/** A method with its route. */
export type Called = { readonly method: string; readonly route: Route };

export type Requester = {
  readonly api: string;
  readonly answers: AnswerBook;
  readonly pause: Pause;
  request(called: Called, input: RequestInput): Promise<unknown>;
};

const RETRIES = 2;
const TIMEOUT_MS = 70_000;

const byClock: Pause = (ms, signal) => sleep(ms, undefined, signal && { signal });

export function openRequester(options: RequesterOptions, credentials: Credentials): Requester {
  const { api: given, retries = RETRIES, timeoutMs = TIMEOUT_MS, pause = byClock } = options;
  const api = given.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  const answers = new AnswerBook(options);
  return {
    api,
    answers,
    pause,
    request: async (called, input) => {
      const { route } = called;
      const { signal } = input;
      const request = requestOf(api, route, input);
      const sending = { api, called, signal, timeoutMs, answers };
      const attempt: Attempt = (authorization) =>
        fetchReply(sending, { ...request, headers: { ...request.headers, ...(authorization && { authorization }) } });
      // A call whose sign-in fails was not sent, so it has no retries and no lost answers.
      const first = route.open === true ? undefined : await credentials.authorization(signal);
      const once = first === undefined ? () => attempt() : renewing(credentials, first, signal, attempt);
      return withRetries(once, { ...called, retries, pause, signal, idempotencyKey: request.idempotencyKey });
    },
  };
}

type Attempt = (authorization?: string) => Promise<unknown>;

/** A token may end between two attempts: a refused attempt is made again with a new one. */
function renewing(
  credentials: Credentials,
  first: string,
  signal: AbortSignal | undefined,
  attempt: Attempt,
): () => Promise<unknown> {
  let authorization = first;
  return async () => {
    try {
      return await attempt(authorization);
    } catch (error) {
      const isRefused = error instanceof ApiFailure && error.status === 401;
      if (!isRefused || credentials.refused?.(authorization) !== true) throw error;
      try {
        authorization = await credentials.authorization(signal);
      } catch (failure) {
        throw new SignInFailure(failure);
      }
      return attempt(authorization);
    }
  };
}

type Sending = {
  readonly api: string;
  readonly called: Called;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly answers: AnswerBook;
};

async function fetchReply(sending: Sending, { url, idempotencyKey, ...init }: Request): Promise<unknown> {
  const { api, called, signal, timeoutMs, answers } = sending;
  const { route } = called;
  const timeout = AbortSignal.timeout(timeoutMs);
  const all = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const read = async () => {
    const response = await fetch(url, { ...init, signal: all });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const { response, bytes } = await read().catch((error: unknown) => {
    throw signal?.aborted === true ? error : connectionFailureOf(api, error, timeoutMs);
  });
  const answer = answerIn(called.method, response, idempotencyKey);
  answers.announce(answer);
  const { status, headers } = response;
  const failure = (body: FailureBody) =>
    apiFailureOf({ api, status, headers, body, warnings: answer.warnings, idempotencyKey, isRead: isRead(route) });
  if (!response.ok) throw failure(errorIn(new TextDecoder().decode(bytes), status));
  const result = resultIn(route, response.status, bytes);
  if (result === FOREIGN) throw failure({ code: response.status * 10, msg: 'the answer is not JSON', isForeign: true });
  answers.record(result, answer);
  return result;
}

function answerIn(method: string, { status, headers }: Response, idempotencyKey: string | undefined): Answer {
  return {
    method,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    warnings: warningsIn(headers),
    idempotencyKey,
    isReplayed: headers.get('idempotent-replayed') === 'true',
  };
}

/** A proxy may answer 200 with a page of its own. */
const FOREIGN = Symbol('foreign');

function resultIn({ reply }: Route, status: number, bytes: Uint8Array): unknown {
  if (reply === 'bytes') return bytes;
  const text = new TextDecoder().decode(bytes);
  if (reply === 'text' || status === 204) return text;
  try {
    return JSON.parse(text);
  } catch {
    return FOREIGN;
  }
}
