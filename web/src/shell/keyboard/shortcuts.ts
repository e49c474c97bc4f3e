// Shortcuts outside of fields: `g` and a letter open a page, single keys open dialogs. They avoid the browser's
// combinations. Letters match by their place on the keyboard, so other alphabets use the same keys.

export type Shortcut = { readonly keys: string; readonly does: string };

export type Pressed = {
  readonly key: string;
  /** The place on the keyboard, `KeyG`, in any layout. */
  readonly code: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  /** The focus is in a field, so letters are text. */
  readonly inField: boolean;
};

/** Waiting time for the second key of a pair. */
export const PAIR_MS = 1_200;

export type Waiting = { readonly first: string; readonly until: number } | undefined;

export type Step = { readonly waiting: Waiting; readonly does: string | undefined };

/** The action of a key after the previous one. */
export function press(shortcuts: readonly Shortcut[], waiting: Waiting, pressed: Pressed, nowMs: number): Step {
  const nothing: Step = { waiting: undefined, does: undefined };
  const combination = (pressed.ctrl || pressed.meta) && !pressed.alt ? `mod+${nameOf(pressed)}` : undefined;
  if (combination !== undefined) return { ...nothing, does: find(shortcuts, combination) };
  if (pressed.alt || pressed.inField) return nothing;
  const key = nameOf(pressed);
  const pair = waiting !== undefined && waiting.until > nowMs ? find(shortcuts, `${waiting.first} ${key}`) : undefined;
  if (pair !== undefined) return { ...nothing, does: pair };
  const alone = find(shortcuts, key);
  if (alone !== undefined) return { ...nothing, does: alone };
  const begins = shortcuts.some(({ keys }) => keys.startsWith(`${key} `));
  return begins ? { waiting: { first: key, until: nowMs + PAIR_MS }, does: undefined } : nothing;
}

function find(shortcuts: readonly Shortcut[], keys: string): string | undefined {
  return shortcuts.find((one) => one.keys === keys)?.does;
}

/** Letters by place, other keys by their character. */
function nameOf({ key, code }: Pressed): string {
  if (key === '/' || key === '?') return key;
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase();
}
