// A callback endpoint is one address of one company in one form, credentials included. A login and password in the
// URL are taken out of it, kept sealed and sent as Basic authorization.
import { createHash } from 'node:crypto';
import type { Fault } from '@volley/domain/fault.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { isForbiddenHost, isForbiddenPort } from '../../platform/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CallbackForm, type EndpointRow, upsertEndpoints } from './callbacks.sql.ts';

const URL_LENGTH_MAX = 2_048;

type Needs = Pick<Platform, 'secrets' | 'config'>;

export async function registerEndpoint(
  tx: Tx,
  needs: Needs,
  companyId: number,
  callbackUrl: string,
  form: CallbackForm = 'PARTNER',
): Promise<number> {
  const idOf = await registerEndpoints(tx, needs, companyId, [callbackUrl], form);
  return idOf(callbackUrl);
}

/** Many addresses of one company at once. */
export async function registerEndpoints(
  tx: Tx,
  needs: Needs,
  companyId: number,
  callbackUrls: readonly string[],
  form: CallbackForm,
): Promise<(callbackUrl: string) => number> {
  const rows = new Map(callbackUrls.map((url) => [url, endpointOf(needs, companyId, url, form)]));
  // Two spellings may be one address.
  const distinct = new Map([...rows.values()].map((row) => [row.identityDigest, row]));
  const ids = await upsertEndpoints(tx, [...distinct.values()]);
  return (callbackUrl) => {
    const id = ids.get(rows.get(callbackUrl)?.identityDigest ?? '');
    if (id === undefined) throw new Error('callback endpoint not stored');
    return id;
  };
}

/**
 * What is wrong with an address that somebody wants to be told at; undefined when nothing is. An address that is written
 * as a number is judged here, in any spelling; what a name resolves to is judged at every call. `allow` opens private
 * ranges.
 */
export function callbackUrlFault(text: string, allow: readonly string[]): Omit<Fault, 'field'> | undefined {
  const url = URL.parse(text);
  if (url === null || text.length > URL_LENGTH_MAX) return { reason: 'is not a URL', code: 'wrong-form' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { reason: 'must be http or https', code: 'wrong-form' };
  if (url.port !== '' && isForbiddenPort(Number(url.port)))
    return { reason: `uses port ${url.port}, which callbacks are not sent to`, code: 'callback-address' };
  if (isForbiddenHost(url.hostname, allow))
    return { reason: 'names a private or reserved address, which callbacks are not sent to', code: 'callback-address' };
  return credentialsOf(url) === undefined
    ? { reason: 'has a login or password that cannot be decoded', code: 'wrong-form' }
    : undefined;
}

/** Null without any, undefined where the percent signs stand for nothing. */
function credentialsOf({ username, password }: URL): string | null | undefined {
  if (username === '' && password === '') return null;
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

function endpointOf(
  { secrets, config }: Needs,
  companyId: number,
  callbackUrl: string,
  form: CallbackForm,
): EndpointRow {
  const fault = callbackUrlFault(callbackUrl, config.callbackAllow);
  if (fault !== undefined)
    throw new Refusal('bad-request', { field: 'callbackUrl', problem: fault.reason, code: fault.code });
  const url = new URL(callbackUrl);
  const credentials = credentialsOf(url) ?? null;
  url.username = '';
  url.password = '';
  const identityDigest = createHash('sha256')
    // Endpoints of the partner API came first and are known without their form.
    .update(`${url.href}\n${credentials ?? ''}${form === 'PARTNER' ? '' : `\n${form}`}`)
    .digest('base64url');
  const credentialsSealed = credentials === null ? null : secrets.seal(credentials);
  return { companyId, form, url: url.href, credentialsSealed, identityDigest };
}
