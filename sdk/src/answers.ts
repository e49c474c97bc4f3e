// Status, request id and warnings of an answer, beside its result. They are found by the result itself, so that
// results keep the form of the contract.

/** An answer of the service, also a refusal. */
export type Answer = {
  /** The method, such as `messages.send`. */
  readonly method: string;
  readonly status: number;
  /** Finds the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Members that the service ignored, because it does not know them. */
  readonly warnings: readonly string[];
  /** Key of a change: the service does it at most once under this key. */
  readonly idempotencyKey: string | undefined;
  /** The answer to an earlier request under the same key. */
  readonly isReplayed: boolean;
  /** Answers of the parts, if the client cut the call. */
  readonly parts?: readonly Answer[];
};

export type AnswerListeners = {
  /** Called with every answer of the service, also with refusals and with answers before a retry. */
  readonly onAnswer?: (answer: Answer) => void;
  /** Called with every warning of the service. */
  readonly onWarning?: (warning: string, answer: Answer) => void;
};

export class AnswerBook {
  readonly #byResult = new WeakMap<object, Answer>();
  readonly #listeners: AnswerListeners;

  constructor(listeners: AnswerListeners) {
    this.#listeners = listeners;
  }

  announce(answer: Answer): void {
    const { onAnswer, onWarning } = this.#listeners;
    callOutside(() => onAnswer?.(answer));
    for (const warning of answer.warnings) callOutside(() => onWarning?.(warning, answer));
  }

  /** A text cannot be found again. */
  record(result: unknown, answer: Answer): void {
    if (typeof result === 'object' && result !== null) this.#byResult.set(result, answer);
  }

  answerOf(result: unknown): Answer | undefined {
    return typeof result === 'object' && result !== null ? this.#byResult.get(result) : undefined;
  }
}

/** A listener that throws must not turn a message that was sent into an error: its error is uncaught. */
function callOutside(listen: () => void): void {
  try {
    listen();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** The header X-Warnings has one sentence. */
export function warningsIn(headers: Headers): readonly string[] {
  const text = headers.get('x-warnings');
  return text === null || text === '' ? [] : [text];
}
