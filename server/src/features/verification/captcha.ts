// Asks the provider of a captcha whether a visitor passed it: one call each, as the providers document it. Three
// answers: passed; not passed (the visitor's matter, also when the token is old or was used); trouble (the site's or
// the provider's matter). Nothing but a clear yes for one of the widget's own sites is passed.
import { isListedHost } from '@volley/domain/verification-origin.ts';
import type { Platform } from '../../platform/platform.ts';
import { postForm } from '../../platform/post-form.ts';
import type { CaptchaType } from './widget.ts';

export type CaptchaVerdict = 'passed' | 'not-passed' | 'trouble';

export type CaptchaQuestion = {
  readonly captchaType: CaptchaType;
  readonly siteKey: string;
  readonly secret: string;
  readonly token: string | undefined;
  readonly address: string;
  readonly domains: readonly string[];
  /** The number may be under attack: where the provider gives a score, it must be higher. */
  readonly strict: boolean;
};

type Asked = Omit<CaptchaQuestion, 'token' | 'captchaType'> & { readonly token: string };
type Answer = Readonly<Record<string, unknown>>;

const TOKEN_LENGTH_MAX = 8_192;
const SCORE_MIN = 0.5;
const STRICT_SCORE_MIN = 0.7;
/** What the widget's script names the action that it asks a score for. */
const ACTION = 'verify';
/** Of the words of the providers, those that are about the visitor's token; every other is about the settings. */
const ABOUT_TOKEN = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
]);

export async function verifyCaptcha(
  platform: Pick<Platform, 'config' | 'log'>,
  { captchaType, token, ...question }: CaptchaQuestion,
): Promise<CaptchaVerdict> {
  const { config, log } = platform;
  if (captchaType === 'NONE') return config.testMode === 'on' ? 'passed' : 'trouble';
  if (token === undefined || token === '' || token.length > TOKEN_LENGTH_MAX) return 'not-passed';
  const asked = { ...question, token };
  try {
    switch (captchaType) {
      case 'HCAPTCHA':
        return await askHcaptcha(config.hcaptchaUrl, asked);
      case 'RECAPTCHA_V2':
        return await askRecaptchaV2(config.recaptchaUrl, asked);
      case 'RECAPTCHA_V3':
        return await askRecaptchaV3(config.recaptchaUrl, asked);
      case 'TURNSTILE':
        return await askTurnstile(config.turnstileUrl, asked);
      case 'SMARTCAPTCHA':
        return await askSmartcaptcha(config.smartcaptchaUrl, asked);
    }
  } catch (error) {
    log.warn({ err: error, captchaType }, 'a captcha could not be verified');
    return 'trouble';
  }
}

async function askHcaptcha(url: string, { siteKey, secret, token, address, domains }: Asked) {
  const form = { secret, response: token, remoteip: address, sitekey: siteKey };
  return judge(asAnswer(await postForm(`${url}/siteverify`, form)), domains);
}

async function askRecaptchaV2(url: string, { secret, token, address, domains }: Asked) {
  const answer = asAnswer(
    await postForm(`${url}/recaptcha/api/siteverify`, { secret, response: token, remoteip: address }),
  );
  // A score means that the keys are those of version 3.
  return answer['score'] === undefined ? judge(answer, domains) : 'trouble';
}

async function askRecaptchaV3(url: string, { secret, token, address, domains, strict }: Asked) {
  const answer = asAnswer(
    await postForm(`${url}/recaptcha/api/siteverify`, { secret, response: token, remoteip: address }),
  );
  const verdict = judge(answer, domains);
  if (verdict !== 'passed') return verdict;
  const { score, action } = answer;
  if (typeof score !== 'number') return 'trouble';
  return score >= (strict ? STRICT_SCORE_MIN : SCORE_MIN) && action === ACTION ? 'passed' : 'not-passed';
}

async function askTurnstile(url: string, { secret, token, address, domains }: Asked) {
  const form = { secret, response: token, remoteip: address };
  return judge(asAnswer(await postForm(`${url}/turnstile/v0/siteverify`, form)), domains);
}

async function askSmartcaptcha(url: string, { secret, token, address, domains }: Asked): Promise<CaptchaVerdict> {
  const { status, host, message } = asAnswer(await postForm(`${url}/validate`, { secret, token, ip: address }));
  if (status === 'ok') return isOwnSite(host, domains) ? 'passed' : 'trouble';
  // A robot has no message. Only words tell a bad token from a wrong secret.
  return status === 'failed' && (message === '' || /token/i.test(String(message))) ? 'not-passed' : 'trouble';
}

/** The answer that hCaptcha, reCAPTCHA and Turnstile have in common. */
function judge(answer: Answer, domains: readonly string[]): CaptchaVerdict {
  if (answer['success'] === true) return isOwnSite(answer['hostname'], domains) ? 'passed' : 'trouble';
  const codes = answer['error-codes'];
  const reasons: unknown[] = Array.isArray(codes) ? codes : [];
  if (answer['success'] !== false) return 'trouble';
  return reasons.every((reason) => ABOUT_TOKEN.has(String(reason))) ? 'not-passed' : 'trouble';
}

/** Providers name the host without its port. */
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
  if (typeof body !== 'object' || body === null) throw new Error('the answer is no object');
  return Object.fromEntries(Object.entries(body));
}
