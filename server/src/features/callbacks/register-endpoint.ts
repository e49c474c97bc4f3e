// A callback endpoint is one address of one company in one form, credentials included. A login and password in the
// URL are taken out of it, kept sealed and sent as Basic authorization.
import { createHash } from 'node:crypto';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { isForbiddenPort } from '../../platform/outbound-http.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type CallbackForm, type EndpointRow, upsertEndpoints } from './callbacks.sql.ts';

const URL_LENGTH_MAX = 2_048;

export async function registerEndpoint(
  tx: Tx,
  secrets: SecretBox,
  companyId: number,
  callbackUrl: string,
  form: CallbackForm = 'PARTNER',
): Promise<number> {
  const idOf = await registerEndpoints(tx, secrets, companyId, [callbackUrl], form);
  return idOf(callbackUrl);
}

/** Many addresses of one company at once. */
export async function registerEndpoints(
  tx: Tx,
  secrets: SecretBox,
  companyId: number,
  callbackUrls: readonly string[],
  form: CallbackForm,
): Promise<(callbackUrl: string) => number> {
  const rows = new Map(callbackUrls.map((url) => [url, endpointOf(secrets, companyId, url, form)]));
  // Two spellings may be one address.
  const distinct = new Map([...rows.values()].map((row) => [row.identityDigest, row]));
  const ids = await upsertEndpoints(tx, [...distinct.values()]);
  return (callbackUrl) => {
    const id = ids.get(rows.get(callbackUrl)?.identityDigest ?? '');
    if (id === undefined) throw new Error('callback endpoint not stored');
    return id;
  };
}

/** What is wrong with an address that somebody wants to be told at; undefined when nothing is. */
export function callbackUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || text.length > URL_LENGTH_MAX) return 'is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be http or https';
  if (url.port !== '' && isForbiddenPort(Number(url.port))) return 'uses a port that is not allowed';
  return credentialsOf(url) === undefined ? 'has a login or password that cannot be decoded' : undefined;
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

function endpointOf(secrets: SecretBox, companyId: number, callbackUrl: string, form: CallbackForm): EndpointRow {
  const problem = callbackUrlProblem(callbackUrl);
  if (problem !== undefined) throw new Refusal('bad-request', { field: 'callbackUrl', problem });
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
