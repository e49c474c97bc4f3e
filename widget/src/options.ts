// The public call. `types/index.d.ts` describes the same for users of the package.
import type { Call } from './call.ts';
import type { WidgetError } from './errors.ts';

export type Options = {
  readonly widgetId: string;
  /** Number of the visitor; shown masked. Absent: a phone field. */
  readonly destination?: string | undefined;
  readonly destinationEditable?: boolean | undefined;
  readonly captchaSiteKey?: string | undefined;
  /** Origin of the service; by default that of the script's own address. */
  readonly host?: string | undefined;
  readonly lang?: string | undefined;
  readonly theme?: string | undefined;
  /** Channel that is chosen at first. */
  readonly channel?: string | undefined;
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** reCAPTCHA comes from recaptcha.net, where google.com is blocked. */
  readonly recaptchaNet?: boolean | undefined;
  /** `true`: the page shows the error by itself. */
  readonly onError?: ((error: WidgetError) => unknown) | undefined;
  /** Answers in place of the service, for the preview of the console. */
  readonly preview?: Call | undefined;
};

export type Success = { readonly key: string; readonly destination: string; readonly channel: string };
export type SendAuthKey = (key: string) => unknown;
export type EventName = 'ready' | 'sending' | 'sent' | 'delivered' | 'wrong-code' | 'confirmed' | 'error';

export type Handle = {
  /** Begins again with the number. */
  reset(): void;
  /** Takes another number; a confirmation of the earlier one ends. */
  setDestination(destination: string): void;
  /** Calls back at every event; the answer ends that. */
  on(event: EventName, listener: (detail: unknown) => void): () => void;
  focus(): void;
  unmount(): void;
};
