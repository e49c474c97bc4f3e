// A receiver of callbacks without a server: headers and body of a request in, its answer out. Every answer but 2xx
// makes the service post the events again, every five minutes for a day.
import { checkForms, checkMembers } from '../checks/check-form.ts';
import type { Event } from '../generated/messaging.ts';
import { type HandledEvents, keyOf, rememberEvents } from './handled-events.ts';
import { type CallbackHeaders, CallbackRefused, headerOf, SECRET_FORM, verifyCallback } from './verify-callback.ts';

/** The request that brought events. */
export type Delivery = {
  /** The same when the request is repeated. */
  readonly id: string;
  /** 1 on the first try. */
  readonly attempt: number;
};

type Handlers =
  | {
      /** Handles the new events of a request together; up to 1,000. */
      readonly onEvents: (events: readonly Event[], delivery: Delivery) => unknown;
      readonly onEvent?: never;
    }
  | {
      /** Handles one event after the other; an event that was handled is not handled again after a failure. */
      readonly onEvent: (event: Event, delivery: Delivery) => unknown;
      readonly onEvents?: never;
    };

export type CallbackOptions = Handlers & {
  /** Secret of the company, `whsec_…`. */
  readonly secret: string;
  /** Events that were handled before, such as replays on request; default: nothing is done with them. */
  readonly onRepeated?: (events: readonly Event[], delivery: Delivery) => unknown;
  /** Default: the last 100,000 events in memory. A store that outlives the process handles no event twice. */
  readonly handled?: HandledEvents;
  /** A larger body is answered with 413; default 10 MB. */
  readonly bodyBytesMax?: number;
  /**
   * Errors of the handlers and of `handled`, and of a body that another part of the server has read before; the answer
   * is 500. Default: a warning of the process, which an `onError` that fails also leaves.
   */
  readonly onError?: (error: unknown) => unknown;
};

export type CallbackAnswer = { readonly status: number; readonly text: string };

export type CallbackReceiver = {
  readonly bodyBytesMax: number;
  receive(headers: CallbackHeaders, body: Uint8Array | string): Promise<CallbackAnswer>;
  /** The answer to a request that failed for a reason of the receiver. */
  failed(error: unknown): CallbackAnswer;
};

const BODY_BYTES_MAX = 10_000_000;

export const TOO_LARGE: CallbackAnswer = { status: 413, text: 'The body is larger than this receiver accepts.' };
/** The caller went away before the end of its body. Unsigned callers may do so, so it is no error of the receiver. */
export const BROKEN: CallbackAnswer = { status: 400, text: 'The body ended early.' };
export const NOT_POST: CallbackAnswer = { status: 405, text: 'Callbacks are posted.' };
const DONE: CallbackAnswer = { status: 204, text: '' };
const FAILED: CallbackAnswer = { status: 500, text: 'The receiver failed; post the events again.' };
const BUSY: CallbackAnswer = { status: 503, text: 'These events are being handled; post them again later.' };

const OPTIONS = {
  type: 'object',
  properties: {
    secret: {
      type: 'string',
      pattern: SECRET_FORM,
      words: 'must be a callback secret: whsec_ and at least 16 bytes in Base64',
    },
    onEvent: { type: 'function' },
    onEvents: { type: 'function' },
    onRepeated: { type: 'function' },
    handled: { type: 'object' },
    bodyBytesMax: { type: 'integer', minimum: 1 },
    onError: { type: 'function' },
  },
} as const;

export function openReceiver(method: string, options: CallbackOptions): CallbackReceiver {
  const handler = options?.onEvent === undefined ? 'onEvents' : 'onEvent';
  checkMembers(method, { ...OPTIONS, required: ['secret', handler] }, options);
  const { secret, handled = rememberEvents(), bodyBytesMax = BODY_BYTES_MAX } = options;
  checkStore(method, handled);
  const { onError = warn } = options;
  const running = new Set<string>();
  const handle = async (events: readonly Event[], delivery: Delivery): Promise<CallbackAnswer> => {
    const keys = events.map(keyOf);
    // The first request with these events has not been answered in time, and may still fail.
    if (keys.some((key) => running.has(key))) return BUSY;
    for (const key of keys) running.add(key);
    try {
      await handleNew(options, handled, events, delivery);
      return DONE;
    } finally {
      for (const key of keys) running.delete(key);
    }
  };
  const failed = (error: unknown): CallbackAnswer => {
    if (error instanceof CallbackRefused) return { status: error.reason === 'form' ? 400 : 401, text: error.message };
    void Promise.resolve(error).then(onError).catch(warn);
    return FAILED;
  };
  return {
    bodyBytesMax,
    failed,
    receive: async (headers, body) => {
      try {
        const events = verifyCallback(secret, headers, body);
        const attempt = Number(headerOf(headers, 'x-attempt') || '1');
        return await handle(events, { id: headerOf(headers, 'webhook-id'), attempt });
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** Its methods may be those of a class, which are no members of the object. */
function checkStore(method: string, { find, add }: Readonly<Record<keyof HandledEvents, unknown>>): void {
  const form = { type: 'function' } as const;
  checkForms(method, { 'handled.find': form, 'handled.add': form }, { 'handled.find': find, 'handled.add': add });
}

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error));

async function handleNew(
  { onEvent, onEvents, onRepeated }: CallbackOptions,
  handled: HandledEvents,
  events: readonly Event[],
  delivery: Delivery,
): Promise<void> {
  const found = new Set(await handled.find(events.map(keyOf)));
  const fresh = events.filter((event) => !found.has(keyOf(event)));
  const repeated = events.filter((event) => found.has(keyOf(event)));
  if (repeated.length > 0) await onRepeated?.(repeated, delivery);
  if (fresh.length === 0) return;
  const done: string[] = [];
  try {
    await onEvents?.(fresh, delivery);
    for (const event of fresh) {
      await onEvent?.(event, delivery);
      done.push(keyOf(event));
    }
  } finally {
    // Also the events before one that failed.
    if (done.length > 0) await handled.add(done);
  }
}
