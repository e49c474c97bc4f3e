// Verifies a captcha token with its provider, one request each. Verdicts: `passed`; `not-passed` (the visitor's side,
// also an expired or used token); `trouble` (the site's settings or the provider). Only an explicit success for one of
// the widget's own sites is `passed`.
import { isListedHost } from '@volley/domain/verification/verification-origin.ts';
import { postForm } from '../../../platform/http/post-form.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ProviderType } from './widget.ts';

export type CaptchaVerdict = 'passed' | 'not-passed' | 'trouble';

export type CaptchaQuestion = {
  readonly captchaType: ProviderType;
  readonly siteKey: string;
  readonly secret: string;
  readonly token: string | undefined;
  readonly address: string;
  readonly domains: readonly string[];
  /** The number may be under attack: providers with a score must give a higher one. */
  readonly strict: boolean;
};

type Asked = Omit<CaptchaQuestion, 'token' | 'captchaType'> & { readonly token: string };
type Answer = Readonly<Record<string, unknown>>;

const TOKEN_LENGTH_MAX = 8_192;
const SCORE_MIN = 0.5;
const STRICT_SCORE_MIN = 0.7;
/** Action name that the widget's script passes to reCAPTCHA v3. */
const ACTION = 'verify';
/** Error codes about the visitor's token; all others are about the settings. */
const ABOUT_TOKEN = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
]);

type Provider = {
  readonly addressOf: (config: Platform['config']) => string;
  readonly ask: (address: string, asked: Asked) => Promise<CaptchaVerdict>;
};

const PROVIDERS: Readonly<Record<ProviderType, Provider>> = {
  HCAPTCHA: { addressOf: ({ hcaptchaUrl }) => `${hcaptchaUrl}/siteverify`, ask: askHcaptcha },
  RECAPTCHA_V2: { addressOf: ({ recaptchaUrl }) => `${recaptchaUrl}/recaptcha/api/siteverify`, ask: askRecaptchaV2 },
  RECAPTCHA_V3: { addressOf: ({ recaptchaUrl }) => `${recaptchaUrl}/recaptcha/api/siteverify`, ask: askRecaptchaV3 },
  TURNSTILE: { addressOf: ({ turnstileUrl }) => `${turnstileUrl}/turnstile/v0/siteverify`, ask: askTurnstile },
  SMARTCAPTCHA: { addressOf: ({ smartcaptchaUrl }) => `${smartcaptchaUrl}/validate`, ask: askSmartcaptcha },
};

export const verifyAddress = (config: Platform['config'], captchaType: ProviderType) =>
  PROVIDERS[captchaType].addressOf(config);

export async function verifyCaptcha(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  { captchaType, token, ...question }: CaptchaQuestion,
): Promise<CaptchaVerdict> {
  if (token === undefined || token === '' || token.length > TOKEN_LENGTH_MAX) return 'not-passed';
  try {
    return await PROVIDERS[captchaType].ask(verifyAddress(config, captchaType), { ...question, token });
  } catch (error) {
    log.warn({ err: error, captchaType }, 'captcha verification failed');
    return 'trouble';
  }
}

async function askHcaptcha(url: string, { siteKey, secret, token, address, domains }: Asked) {
  const form = { secret, response: token, remoteip: address, sitekey: siteKey };
  return verdictOf(asAnswer(await postForm(url, form)), domains);
}

async function askRecaptchaV2(url: string, { secret, token, address, domains }: Asked) {
  const answer = asAnswer(await postForm(url, { secret, response: token, remoteip: address }));
  // A score means that the keys belong to version 3.
  return answer['score'] === undefined ? verdictOf(answer, domains) : 'trouble';
}

async function askRecaptchaV3(url: string, { secret, token, address, domains, strict }: Asked) {
  const answer = asAnswer(await postForm(url, { secret, response: token, remoteip: address }));
  const verdict = verdictOf(answer, domains);
  if (verdict !== 'passed') return verdict;
  const { score, action } = answer;
  if (typeof score !== 'number') return 'trouble';
  return score >= (strict ? STRICT_SCORE_MIN : SCORE_MIN) && action === ACTION ? 'passed' : 'not-passed';
}

async function askTurnstile(url: string, { secret, token, address, domains }: Asked) {
  const form = { secret, response: token, remoteip: address };
  return verdictOf(asAnswer(await postForm(url, form)), domains);
}

async function askSmartcaptcha(url: string, { secret, token, address, domains }: Asked): Promise<CaptchaVerdict> {
  const { status, host, message } = asAnswer(await postForm(url, { secret, token, ip: address }));
  if (status === 'ok') return isOwnSite(host, domains) ? 'passed' : 'trouble';
  // A robot verdict has an empty message. Only the message text tells a bad token from a wrong secret.
  return status === 'failed' && (message === '' || /token/i.test(String(message))) ? 'not-passed' : 'trouble';
}

/** The common response format of hCaptcha, reCAPTCHA and Turnstile. */
function verdictOf(answer: Answer, domains: readonly string[]): CaptchaVerdict {
  if (answer['success'] === true) return isOwnSite(answer['hostname'], domains) ? 'passed' : 'trouble';
  const codes = answer['error-codes'];
  const reasons: unknown[] = Array.isArray(codes) ? codes : [];
  if (answer['success'] !== false) return 'trouble';
  return reasons.every((reason) => ABOUT_TOKEN.has(String(reason))) ? 'not-passed' : 'trouble';
}

/** Providers report the host without its port. */
function isOwnSite(host: unknown, domains: readonly string[]): boolean {
  return (
    typeof host === 'string' &&
    isListedHost(
      host.replace(/:\d+$/, '').toLowerCase(),
      domains.map((domain) => domain.replace(/:\d+$/, '')),
    )
  );
}

function asAnswer(body: unknown): Answer {
  if (typeof body !== 'object' || body === null)
    throw new Error(`captcha response is ${body === null ? 'null' : typeof body}, not an object`);
  return Object.fromEntries(Object.entries(body));
}
