// Loads the script of a captcha provider once per page, also for several widgets, and takes over a script that the page
// itself has loaded.
import { now, ownNonce, pause } from '../originals.ts';
import { element } from '../view/element.ts';

/** The calls that the five providers have in common; each has a part of them. */
export type CaptchaApi = {
  render(place: HTMLElement, options: Record<string, unknown>): string | number;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
  reset(id: string | number): void;
  remove?(id: string | number): void;
  destroy?(id: string | number): void;
  subscribe?(id: string | number, event: string, callback: () => void): void;
};

/** Type, key of the site, and whether reCAPTCHA comes from recaptcha.net, where google.com is blocked. */
export type Source = readonly [type: string, siteKey: string, isNet: boolean | undefined];

/** Address of the script and its global object. The script of v3 is bound to a site key. */
const PROVIDERS: Readonly<Record<string, readonly [src: string, global: string]>> = {
  TURNSTILE: ['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', 'turnstile'],
  HCAPTCHA: ['https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off', 'hcaptcha'],
  RECAPTCHA_V2: ['https://www.google.com/recaptcha/api.js?render=explicit', 'grecaptcha'],
  RECAPTCHA_V3: ['https://www.google.com/recaptcha/api.js?render=', 'grecaptcha'],
  SMARTCAPTCHA: ['https://smartcaptcha.yandexcloud.net/captcha.js?render=onload', 'smartCaptcha'],
};

/** A type that this script does not know fails as a script that cannot be loaded. */
const providerOf = (type: string) => PROVIDERS[type] as readonly [src: string, global: string];

const LOADING_MS = 8_000;
const LOOK_MS = 50;

/** A policy makes addresses from the table alone, so it can be used for no other script. */
type Policy = { createScriptURL(...source: Source): string };
type Page = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } } & Record<string, unknown>;
const page = window as unknown as Page; // trustedTypes is newer than the DOM library

let policy: Policy | undefined;

/** A page with Trusted Types accepts addresses of a policy only. A policy that the page forbids changes nothing. */
function addressOf(source: Source): string {
  const rules: Policy = {
    createScriptURL: (type, siteKey, isNet) =>
      providerOf(type)[0].replace('google.com', isNet ? 'recaptcha.net' : '$&') +
      (type === 'RECAPTCHA_V3' ? siteKey : ''),
  };
  try {
    policy ??= page.trustedTypes?.createPolicy('verify-widget', rules);
  } catch {}
  return (policy ?? rules).createScriptURL(...source);
}

/** Fails after eight seconds, or at once if the script cannot be loaded. */
export async function loadApi(source: Source, method: 'render' | 'execute'): Promise<CaptchaApi> {
  const [, global] = providerOf(source[0]);
  const src = addressOf(source);
  let until = now() + LOADING_MS;
  if (!page[global] && !document.querySelector(`script[src^="${String(src).split('?')[0]}"]`)) {
    const error = (): void => {
      until = 0;
      script.remove();
    };
    const script = element('script', { nonce: ownNonce, error });
    script.src = src;
    document.head.append(script);
  }
  for (; now() < until; await pause(LOOK_MS)) {
    const api = page[global] as CaptchaApi | undefined; // set by the provider's script
    if (api?.[method]) return api;
  }
  throw new Error(`${src} CSP script-src frame-src`);
}
