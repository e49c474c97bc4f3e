// The public call: `VerifyWidget.mount(selector, options, sendAuthKeyFunc, onSuccessFunc)`.

import type { Instance } from './instance.ts';
import type { Handle, Options, SendAuthKey, Success } from './options.ts';
import { ownHost } from './originals.ts';
import { createInstance, endInstance } from './run.ts';

const mounted = new Map<HTMLElement, Instance>();

/** A second mount in the same element replaces the first. */
export function mount(
  target: string | HTMLElement,
  options: Options,
  sendAuthKeyFunc?: SendAuthKey,
  onSuccessFunc?: (success: Success) => unknown,
): Handle {
  const container = find(target);
  if (!container) throw new Error(`VerifyWidget: no element ${target as string}`);
  const origin = options.host ?? ownHost;
  if (!options.widgetId || !origin) throw new Error('VerifyWidget: widgetId or host is missing');
  unmount(container);
  const order = { container, origin, options, sendAuthKey: sendAuthKeyFunc, onSuccess: onSuccessFunc };
  const instance = createInstance(order);
  mounted.set(container, instance);
  return handleOf(instance);
}

/** Without a target: all widgets. An element without a widget is left alone. */
export function unmount(target?: string | HTMLElement): void {
  const container = find(target);
  mounted.forEach((instance, element) => {
    if (target !== undefined && element !== container) return;
    mounted.delete(element);
    endInstance(instance);
  });
}

const find = (target?: string | HTMLElement): HTMLElement | null | undefined =>
  typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;

function handleOf(instance: Instance): Handle {
  const { container } = instance;
  return {
    reset: () => instance.send('reset'),
    setDestination: (destination) => instance.send('reset', destination),
    on(name, listener) {
      const type = `verify:${name}`;
      const heard = (event: unknown): unknown => instance.isEnded || listener((event as CustomEvent<unknown>).detail);
      container.addEventListener(type, heard);
      return () => container.removeEventListener(type, heard);
    },
    focus: () => instance.view.focus(),
    unmount: () => unmount(container),
  };
}

// A page that comes back from the cache of the browser has lost its requests.
for (const type of ['online', 'pageshow'] as const)
  window.addEventListener(type, () => mounted.forEach(({ send }) => send(type)));
