// Types of the global `VerifyWidget`, which `verify.js` sets. A site that bundles the script gives the option `host`.

export type WidgetOptions = {
  widgetId: string;
  /** Number of the visitor, shown masked. Absent: the widget has a phone field. */
  destination?: string;
  /** The visitor may change the given number. */
  destinationEditable?: boolean;
  captchaSiteKey?: string;
  /** Origin of the service, by default that of the script's address. */
  host?: string;
  /** `ru`, `en`, `kk`, `uz` or `be`; by default the language of the document. */
  lang?: string;
  theme?: 'inherit' | 'light' | 'dark';
  /** Channel that is chosen at first, such as `SMS`. */
  channel?: string;
  texts?: Partial<Record<WidgetText, string>>;
  /** reCAPTCHA comes from recaptcha.net, where google.com is blocked. */
  recaptchaNet?: boolean;
  /** `true`: the page shows the error by itself. */
  onError?(error: WidgetError): unknown;
};

export type WidgetText =
  | 'title'
  | 'phoneLabel'
  | 'phoneHint'
  | 'getCode'
  | 'codeLabel'
  | 'resend'
  | 'done'
  | 'changeNumber';

export type WidgetError = {
  /** Number of the dictionary; 0: no connection. */
  code: number;
  class: 'user' | 'settings' | 'integration' | 'network';
  /** Page of the dictionary. */
  docs: string;
};

export type Confirmed = { key: string; destination: string; channel: string };

export type WidgetEvents = {
  ready: undefined;
  sending: undefined;
  sent: undefined;
  delivered: undefined;
  'wrong-code': undefined;
  confirmed: Confirmed;
  error: WidgetError;
};

export type WidgetHandle = {
  /** Begins again with the number. */
  reset(): void;
  /** Takes another number; a confirmation of the earlier one ends. */
  setDestination(destination: string): void;
  /** Calls back at every event, also a DOM event `verify:…` of the element. The answer ends that. */
  on<Name extends keyof WidgetEvents>(event: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  focus(): void;
  unmount(): void;
};

/**
 * `sendAuthKeyFunc` passes the key to the site's server, which calls `widget/send`. A rejected promise, a thrown error
 * or a response that is not ok is error 350; 409 counts as sent. A widget for site builders needs no function.
 * `onSuccessFunc` is a word of the browser and proves nothing: the site's server must ask `widget/check`.
 */
export function mount(
  target: string | HTMLElement,
  options: WidgetOptions,
  sendAuthKeyFunc?: (key: string) => unknown,
  onSuccessFunc?: (confirmed: Confirmed) => unknown,
): WidgetHandle;

/** Without a target: all widgets of the page. */
export function unmount(target?: string | HTMLElement): void;

export as namespace VerifyWidget;
