// The base of all errors of the client.

export type ErrorFacts = {
  readonly reason: string;
  readonly hint: string;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly mayBeDone?: boolean;
  readonly cause?: unknown;
};

/** Every error of the client, except for the abort of a call by its own signal. */
export abstract class VolleyError extends Error {
  /** The kind of the error, equal to the name of its class. */
  abstract override readonly name: string;
  /** For programs, such as `required`, `not-found` or `ECONNREFUSED`; words are added, never renamed. */
  readonly reason: string;
  /** The member, parameter or header at fault, if there is one. */
  readonly field: string | undefined;
  /** Finds the request in the log of the service; undefined without an answer. */
  readonly requestId: string | undefined;
  /** The next step for the caller. */
  readonly hint: string;
  /** Key of a change: repeated under it within 24 hours, the change is done at most once. */
  readonly idempotencyKey: string | undefined;
  /** True: the service may have done the call, although it failed for the client. */
  readonly mayBeDone: boolean;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.reason = facts.reason;
    this.hint = facts.hint;
    this.field = facts.field;
    this.requestId = facts.requestId;
    this.idempotencyKey = facts.idempotencyKey;
    this.mayBeDone = facts.mayBeDone === true;
  }
}

/** The option that repeats a change, as a program writes it. */
export const keyOption = (idempotencyKey: string): string => `{ idempotencyKey: '${idempotencyKey}' }`;

/** The hint for a change that the service may have done. */
export function repeatHint(idempotencyKey: string | undefined): string {
  return idempotencyKey === undefined
    ? 'Look up the state at the service before you repeat the call: the service may have done it.'
    : `Repeat the call with the same arguments and ${keyOption(idempotencyKey)} within 24 hours: ` +
        'the service does it at most once.';
}
