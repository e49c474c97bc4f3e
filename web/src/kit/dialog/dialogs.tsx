// Dialog code loads with the first dialog that opens.
import type { modals } from '@mantine/modals';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';

type Dialogs = typeof modals;

const { promise: opened, resolve: open } = Promise.withResolvers<Dialogs>();
let isWanted = false;
let onWanted: () => void = () => undefined;

/** The library's dialogs, once loaded. */
export function dialogs(): Promise<Dialogs> {
  isWanted = true;
  onWanted();
  return opened;
}

type Head = { readonly title: string; readonly size?: string };

/** The result of the form in a dialog; undefined: the dialog was closed. */
export async function askInDialog<Answer>(
  head: Head,
  form: (done: (answer: Answer) => void, cancel: () => void) => ReactNode,
): Promise<Answer | undefined> {
  const { open: show, close } = await dialogs();
  return new Promise((resolve) => {
    const cancel = () => close(id);
    const done = (answer: Answer) => {
      resolve(answer);
      close(id);
    };
    const id = show({ ...head, onClose: () => resolve(undefined), children: form(done, cancel) });
  });
}

const Host = lazy(() => import('./dialog-host.tsx').then(({ DialogHost }) => ({ default: DialogHost })));

/** The host of all dialogs; mounted once. */
export function DialogPlace() {
  const wanted = useSyncExternalStore(
    (listener) => {
      onWanted = listener;
      return () => undefined;
    },
    () => isWanted,
  );
  if (!wanted) return null;
  return (
    <Suspense>
      <Host onReady={open} />
    </Suspense>
  );
}
