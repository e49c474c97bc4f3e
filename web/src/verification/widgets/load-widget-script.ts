// The script of the widget, from the service that also serves the console; it is loaded once per page.
import type { PreviewCall } from './preview-call.ts';

export type MountedWidget = { readonly unmount: () => void };

export type WidgetScript = {
  readonly mount: (
    place: Element,
    options: {
      readonly widgetId: string;
      readonly theme: string;
      readonly lang: string;
      readonly preview: PreviewCall;
    },
  ) => MountedWidget;
};

const ADDRESS = '/widget/v1/verify.js';

let loading: Promise<WidgetScript> | undefined;

export function loadWidgetScript(): Promise<WidgetScript> {
  loading ??= load();
  return loading;
}

function load(): Promise<WidgetScript> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      // The next preview tries again.
      loading = undefined;
      script.remove();
      reject(new Error(`${ADDRESS} did not load`));
    };
    const script = document.createElement('script');
    script.src = ADDRESS;
    script.onerror = fail;
    script.onload = () => {
      // Set by the script; its own types belong to another workspace.
      const { VerifyWidget } = window as unknown as { VerifyWidget?: WidgetScript };
      if (VerifyWidget === undefined) fail();
      else resolve(VerifyWidget);
    };
    document.head.append(script);
  });
}
