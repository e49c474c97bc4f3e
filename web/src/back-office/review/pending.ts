// Decisions wait ten seconds before they are sent, so that each can be taken back without the partner ever having read
// it. What waits outlives the page it was made on; leaving the console while something waits asks first.
import type { ReviewVerdict } from '@volley/domain/sender-review.ts';

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
  /** Takes it back; false: it has gone already. */
  readonly undo: (id: number) => boolean;
  readonly ids: () => readonly number[];
  readonly subscribe: (listener: () => void) => () => void;
};

/** `send` never fails: it tells about failures itself. */
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
        // Hidden until the answer is there, or the card would jump back for a moment.
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
