import { useEffect, useRef } from 'react';
import { useShortcutsOn } from '../preferences.ts';
import { press, type Shortcut, type Waiting } from './shortcuts.ts';

/** Ctrl+K stays when letter shortcuts are off: no field uses this combination. */
export function useShortcuts(shortcuts: readonly Shortcut[], run: (does: string) => void): void {
  const [isOn] = useShortcutsOn();
  const waiting = useRef<Waiting>(undefined);
  useEffect(() => {
    const active = isOn ? shortcuts : shortcuts.filter(({ keys }) => keys.startsWith('mod+'));
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { key, code, ctrlKey: ctrl, metaKey: meta, altKey: alt } = event;
      const pressed = { key, code, ctrl, meta, alt, inField: isField(event.target) || isDialogOpen() };
      const step = press(active, waiting.current, pressed, event.timeStamp);
      waiting.current = step.waiting;
      if (step.does === undefined) return;
      event.preventDefault();
      run(step.does);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn, shortcuts, run]);
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** An open dialog disables shortcuts. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}
