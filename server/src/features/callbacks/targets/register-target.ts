// A callback target is one address of one company in one form, credentials included. Login and password are removed
// from the URL, stored sealed and sent as Basic authorization.
import { createHash } from 'node:crypto';
import { must } from '@volley/domain/must.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isForbiddenHost, isForbiddenPort } from '../../../platform/http/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CallbackForm } from '../partner/callbacks.sql.ts';
import { insertTargets, type NewTarget, selectTargetIds } from './targets.sql.ts';

const URL_LENGTH_MAX = 2_048;

type Needs = Pick<Platform, 'secrets' | 'config'>;

type Owner = { readonly companyId: number; readonly form: CallbackForm };

export async function registerTarget(tx: Tx, needs: Needs, owner: Owner, callbackUrl: string): Promise<number> {
  const idOf = await registerTargets(tx, needs, owner, [callbackUrl]);
  return idOf(callbackUrl);
}

/** Several addresses of one company at once. Known targets are only read, not written. */
export async function registerTargets(
  tx: Tx,
  needs: Needs,
  owner: Owner,
  callbackUrls: readonly string[],
): Promise<(callbackUrl: string) => number> {
  const rows = new Map(callbackUrls.map((url) => [url, targetOf(needs, owner, url)]));
  // Two spellings may normalize to one address.
  const distinct = new Map([...rows.values()].map((row) => [row.identityDigest, row]));
  const ids = await storeTargets(tx, [...distinct.values()]);
  return (callbackUrl) => {
    const { identityDigest } = must(rows.get(callbackUrl), `callback URL of company ${owner.companyId}`);
    return must(ids.get(identityDigest), `callback target ${identityDigest} of company ${owner.companyId}`);
  };
}

/** Identity digest → id. */
async function storeTargets(tx: Tx, rows: readonly NewTarget[]): Promise<Map<string, number>> {
  const ids = new Map((await selectTargetIds(tx, rows)).map(({ id, digest }) => [digest, id]));
  const missing = rows.filter((row) => !ids.has(row.identityDigest));
  const stored = missing.length === 0 ? [] : await insertTargets(tx, missing);
  for (const { id, digest } of stored) ids.set(digest, id);
  return ids;
}

/**
 * Fault of a callback URL, or undefined. Checks numeric hosts in any spelling; addresses that a host name resolves to
 * are checked at every request. `allow` opens private ranges.
 */
export function callbackUrlFault(text: string, allow: readonly string[]): Omit<Fault, 'field'> | undefined {
  const url = URL.parse(text);
  if (url === null || text.length > URL_LENGTH_MAX) return { reason: 'must be a valid URL', code: 'wrong-form' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { reason: 'must be an http or https URL', code: 'wrong-form' };
  if (url.port !== '' && isForbiddenPort(Number(url.port)))
    return { reason: `must not use port ${url.port}`, code: 'callback-address' };
  if (isForbiddenHost(url.hostname, allow))
    return { reason: 'must not be a private or reserved address', code: 'callback-address' };
  return credentialsOf(url) === undefined
    ? { reason: 'must have a percent-encoded login and password', code: 'wrong-form' }
    : undefined;
}

/** Null: no credentials. Undefined: malformed percent-encoding. */
function credentialsOf({ username, password }: URL): string | null | undefined {
  if (username === '' && password === '') return null;
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

function targetOf({ secrets, config }: Needs, { companyId, form }: Owner, callbackUrl: string): NewTarget {
  const fault = callbackUrlFault(callbackUrl, config.callbackAllow);
  if (fault !== undefined)
    throw new Refusal('bad-request', { field: 'callbackUrl', problem: fault.reason, code: fault.code });
  const url = new URL(callbackUrl);
  const credentials = credentialsOf(url) ?? null;
  url.username = '';
  url.password = '';
  const identityDigest = createHash('sha256')
    // Digests of partner API targets are older than `form` and do not include it.
    .update(`${url.href}\n${credentials ?? ''}${form === 'PARTNER' ? '' : `\n${form}`}`)
    .digest('base64url');
  const credentialsSealed = credentials === null ? null : secrets.seal(credentials);
  return { companyId, form, url: url.href, credentialsSealed, identityDigest };
}
