// Session cookie: 256 random bits that only the browser holds; the server stores a digest. The CSRF token is derived
// from the same bits, so the server can return it at any time without storing it.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const COOKIE = 'volley_session';
const SECRET_BYTES = 32;
const VALUE = /^[\w-]{43}$/;

export type Secret = { readonly value: string; readonly digest: Buffer };

export function mintSecret(): Secret {
  return secretOf(randomBytes(SECRET_BYTES).toString('base64url'));
}

/** Undefined: not in the format of a secret. */
export function readSecret(value: string): Secret | undefined {
  return VALUE.test(value) ? secretOf(value) : undefined;
}

/** The first cookie of this name counts. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders): Secret | undefined {
  const parts = cookie.split(';').map((part) => part.trim());
  const own = parts.find((part) => part.startsWith(`${COOKIE}=`));
  return readSecret(own?.slice(COOKIE.length + 1) ?? '');
}

/** Without Max-Age: ends with the browser, or earlier in the database. */
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
