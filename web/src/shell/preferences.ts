// Preferences of this browser. Without storage the defaults apply.
import { useSyncExternalStore } from 'react';

const SHORTCUTS = 'volley-shortcuts';
const ZONE = 'volley-time-zone';
/** Recently opened search results; cleared at sign-out. */
export const RECENT = 'volley-recent';
const DISMISSED = 'volley-started';
const listeners = new Set<() => void>();

export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepText(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Without storage the value is lost.
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function useKept(name: string): string | undefined {
  return useSyncExternalStore(listen, () => keptText(name));
}

export function useShortcutsOn(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  return [useKept(SHORTCUTS) !== 'off', (isOn) => keepText(SHORTCUTS, isOn ? undefined : 'off')];
}

/** undefined: the browser's zone. */
export function useZone(): readonly [zone: string | undefined, set: (zone: string | undefined) => void] {
  return [useKept(ZONE), (zone) => keepText(ZONE, zone)];
}

/** The list of first steps was dismissed. */
export function useStartedHidden(): readonly [isHidden: boolean, hide: () => void] {
  return [useKept(DISMISSED) === 'hidden', () => keepText(DISMISSED, 'hidden')];
}
