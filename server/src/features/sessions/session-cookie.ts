// The cookie of a session: 256 random bits that only the browser holds; here a digest finds the row. The token against
// forged requests is made of the same bits, so a page can be given it at any time and nothing more has to be kept.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const COOKIE = 'volley_session';
const SECRET_BYTES = 32;
const VALUE = /^[\w-]{43}$/;

export type Secret = { readonly value: string; readonly digest: Buffer };

export function mintSecret(): Secret {
  return secretOf(randomBytes(SECRET_BYTES).toString('base64url'));
}

/** undefined: it is nothing that we could have given out. */
export function readSecret(value: string): Secret | undefined {
  return VALUE.test(value) ? secretOf(value) : undefined;
}

/** A browser sends no other cookie to us twice under this name; if it does, the first one counts. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders): Secret | undefined {
  const parts = cookie.split(';').map((part) => part.trim());
  const own = parts.find((part) => part.startsWith(`${COOKIE}=`));
  return readSecret(own?.slice(COOKIE.length + 1) ?? '');
}

/** Without an age of its own: it ends with the browser, and in the database before that. */
export function sessionCookie(value: string, secure: boolean): string {
  return `${COOKIE}=${value}; Path=/console; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

export function endedCookie(secure: boolean): string {
  return `${sessionCookie('', secure)}; Max-Age=0`;
}

export function csrfTokenOf({ value }: Secret): string {
  return createHash('sha256').update(`csrf ${value}`).digest('base64url');
}

export function isCsrfToken(secret: Secret, presented: string | string[] | undefined): boolean {
  if (typeof presented !== 'string') return false;
  const [expected, given] = [Buffer.from(csrfTokenOf(secret)), Buffer.from(presented)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function secretOf(value: string): Secret {
  return { value, digest: createHash('sha256').update(value).digest() };
}
