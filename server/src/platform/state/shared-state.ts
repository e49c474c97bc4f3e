// State that the calls of one running system share: queues, counters and caches of features. It belongs to the
// platform and not to a module, so that two platforms in one process never mix. A feature declares its slot at module
// level.

export type Slot<T> = { readonly create: () => T };

export const slot = <T>(create: () => T): Slot<T> => ({ create });

export type SharedState = {
  /** The value of the slot, created at the first call. */
  of<T>(slot: Slot<T>): T;
};

export function createSharedState(): SharedState {
  const values = new Map<Slot<unknown>, unknown>();
  return {
    of: <T>(slot: Slot<T>): T => {
      if (!values.has(slot)) values.set(slot, slot.create());
      return values.get(slot) as T; // made by `create` of this slot
    },
  };
}
