// Holds decisions for ten seconds, so an undone decision never reaches the partner. Held decisions outlive their page;
// leaving the console while one is held asks for confirmation.
import type { ReviewVerdict } from '@volley/domain/senders/sender-review.ts';

export type Decision = {
  readonly id: number;
  readonly senderName: string;
  readonly status: ReviewVerdict;
  readonly managerComment?: string;
  readonly plan?: 'START' | 'PRO';
};

export const UNDO_MS = 10_000;

export type Pending = {
  readonly add: (decision: Decision) => void;
  /** Undoes the decision; false: it has been sent. */
  readonly undo: (id: number) => boolean;
  readonly ids: () => readonly number[];
  readonly subscribe: (listener: () => void) => () => void;
};

/** `send` reports its own failures and never rejects. */
export function createPending(send: (decision: Decision) => Promise<void>): Pending {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  let ids: readonly number[] = [];
  const tell = () => {
    ids = [...timers.keys()];
    for (const listener of listeners) listener();
  };
  return {
    add: (decision) => {
      clearTimeout(timers.get(decision.id));
      const timer = setTimeout(() => {
        // The card stays hidden until the response, otherwise it would jump back for a moment.
        void send(decision).finally(() => {
          if (timers.get(decision.id) === timer) timers.delete(decision.id);
          tell();
        });
      }, UNDO_MS);
      timers.set(decision.id, timer);
      tell();
    },
    undo: (id) => {
      clearTimeout(timers.get(id));
      const was = timers.delete(id);
      tell();
      return was;
    },
    ids: () => ids,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
