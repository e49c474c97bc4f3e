// The events that a receiver has handled. The service posts an event again if an answer was lost, and on request; its
// message and its number stay the same.
import type { Event } from '../generated/messaging.ts';

/**
 * Keys of handled events, in memory or in a store that outlives the process. Each method is called once per request.
 */
export type HandledEvents = {
  /** Those of the keys that were added before. */
  find(keys: readonly string[]): Iterable<string> | Promise<Iterable<string>>;
  add(keys: readonly string[]): unknown;
};

/** Every account numbers its own events, so the number alone is not enough. */
export const keyOf = ({ message_uuid: uuid, event_number: number }: Event): string => `${uuid} ${number}`;

const KEYS_MAX = 100_000;

/** The last 100,000 keys, in memory. */
export function rememberEvents(keysMax = KEYS_MAX): HandledEvents {
  const handled = new Set<string>();
  return {
    find: (keys) => keys.filter((key) => handled.has(key)),
    add: (keys) => {
      for (const key of keys) handled.add(key);
      for (const oldest of handled) {
        if (handled.size <= keysMax) return;
        handled.delete(oldest);
      }
    },
  };
}
