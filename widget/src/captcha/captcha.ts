// One captcha of a widget, of any provider: drawn on demand, its token taken while it is fresh.
import { now } from '../originals.ts';
import { element } from '../view/element.ts';
import { type CaptchaApi, loadApi, type Source } from './load-script.ts';

export type CaptchaOrder = {
  readonly source: Source;
  readonly lang: string;
  readonly theme?: string | undefined;
  /** Element in the page itself: captchas do not work in a shadow tree. */
  readonly place: HTMLElement;
};

export type Captcha = {
  show(): unknown;
  /** Calls back with a fresh token, as soon as the visitor has passed. */
  token(take: (token: string) => void): unknown;
  forget(): void;
  /** Leaves the place empty; the captcha can be shown again. */
  remove(): void;
};

/** Tokens live for 120 to 300 seconds. */
const FRESH_MS = 100_000;
/** Pixels that the box of a provider needs; SmartCaptcha's is the highest. */
const boxHeight = (type: string): string => (type === 'SMARTCAPTCHA' ? '102px' : '80px');
/** Errors of the visitor's challenge; the provider lets the visitor try again. */
const VISITORS_ERROR = /^[36]\d|^ch/;

export function createCaptcha({ source, lang, theme, place }: CaptchaOrder, failed: (detail: string) => void): Captcha {
  const [type, sitekey] = source;
  const isInvisible = type === 'RECAPTCHA_V3';
  let api: CaptchaApi | undefined;
  let id: string | number | undefined;
  let loading: Promise<unknown> | undefined;
  let token = '';
  let at = 0;
  let waiting: ((token: string) => void) | undefined;

  const got = (text: string): void => {
    token = text;
    at = now();
    waiting?.(text);
  };
  const forget = (): void => {
    token = '';
    if (id !== undefined) api?.reset(id);
  };
  /** The answer stops the provider's own line in the console. */
  const fail = (error: unknown): true => {
    if (!VISITORS_ERROR.test(error as string)) {
      // turned into text by `test`
      loading = undefined;
      failed(`${type} ${error as string}`);
    }
    return true;
  };
  const draw = async (): Promise<void> => {
    // Reserved before the script comes: a box that pushed the button down would take the click of a quick visitor.
    if (!isInvisible) place.style.minHeight = boxHeight(type);
    api = await loadApi(source, isInvisible ? 'execute' : 'render');
    // Without a loading, the captcha was removed meanwhile.
    if (isInvisible || !loading) return;
    // A place can hold one captcha: after a failure the next one needs a new place.
    place.textContent = '';
    // One set of options serves all providers, which ignore names they do not know.
    id = api.render(place.appendChild(element('div')), {
      sitekey,
      action: 'verify',
      callback: got,
      'error-callback': fail,
      'expired-callback': forget,
      language: lang,
      hl: lang,
      theme: theme === 'dark' ? 'dark' : 'light',
    });
    api.subscribe?.(id, 'token-expired', forget);
    api.subscribe?.(id, 'network-error', () => fail(type));
  };
  const show = (): Promise<unknown> => (loading ??= draw().catch(fail));
  return {
    show,
    async token(take) {
      waiting = take;
      if (now() - at > FRESH_MS && token) forget();
      if (token) return take(token);
      await show();
      if (isInvisible) api?.execute(sitekey, { action: 'verify' }).then(got, fail);
    },
    forget,
    remove() {
      // A provider has at most one of the two.
      if (id !== undefined) api?.[api.remove ? 'remove' : 'destroy']?.(id);
      id = loading = undefined;
      place.textContent = place.style.minHeight = '';
    },
  };
}
