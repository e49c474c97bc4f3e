// A widget in the page, as the parts of the script share it.
import type { Call } from './call.ts';
import { type Captcha, createCaptcha } from './captcha/captcha.ts';
import type { Options, SendAuthKey, Success } from './options.ts';
import type { State } from './state.ts';
import type { Texts } from './texts/en.ts';
import type { Frame } from './view/screen.ts';
import type { View } from './view/view.ts';

export type Order = {
  readonly container: HTMLElement;
  /** Address of the service. */
  readonly origin: string;
  readonly options: Options;
  readonly sendAuthKey: SendAuthKey | undefined;
  readonly onSuccess: ((success: Success) => unknown) | undefined;
};

export type Instance = Order &
  Frame & {
    host: HTMLElement;
    view: View;
    /** Child of the host for the captcha. */
    readonly place: HTMLElement;
    readonly call: Call;
    state: State;
    lang: string;
    /** Words of the language, without those of settings and page. */
    words: Texts;
    texts: Texts;
    /** Of the last answer about the session. */
    version?: string | undefined;
    captcha?: Captcha;
    quiet?: number | undefined;
    /** Reading of an SMS by the browser. */
    reading?: AbortController | undefined;
    timer?: number;
    isEnded?: boolean;
  };

/** The captcha of the widget; undefined if it has none, or proof of work. */
export function captchaOf(instance: Instance): Captcha | undefined {
  const { state, options, place, lang, send } = instance;
  const { captchaType = 'NONE', siteKey = '' } = state.settings ?? {};
  const { captchaSiteKey = siteKey, recaptchaNet, theme } = options;
  if (captchaType === 'NONE' || captchaType === 'POW') return undefined;
  const source = [captchaType, captchaSiteKey, recaptchaNet] as const;
  return (instance.captcha ??= createCaptcha({ source, lang, theme, place }, (detail) => send('blocked', detail)));
}
