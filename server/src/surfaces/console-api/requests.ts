import * as contract from '@volley/contract/console/requests.ts';
import { formatDatetime, parseDatetime } from '@volley/contract/datetime.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { keyPrefix } from '../../features/access/api-key.ts';
import {
  type LoggedRequest,
  REQUESTS_KEPT_DAYS,
  type RequestFilter,
  type RequestPlace,
  type StatusClass,
} from '../../features/request-log/logged-request.ts';
import { listRequests, summarizeRequests } from '../../features/request-log/read-requests.ts';
import { onBehalfOf } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountDownload } from '../http/mount-endpoint.ts';
import { csvStream } from '../presentation/csv-lines.ts';

type Needs = Pick<Platform, 'db' | 'clock'>;

const CSV_ROWS_MAX = 50_000;
const CSV_PORTION = 1_000;
const CSV_HEAD = [
  'time',
  'requestId',
  'companyId',
  'key',
  'method',
  'route',
  'status',
  'errorCode',
  'ms',
  'address',
  'warnings',
];

export function mountRequests(app: ApiServer, platform: Needs): void {
  mount(app, contract.listRequests, platform, async ({ actor, query }) => {
    const { after, limit } = query;
    const page = await listRequests(platform, actor, filterOf(query), { after: placeOf(after), limit });
    return { items: page.rows.map(shown), next: page.next ? placeText(page.next) : null, keptDays: REQUESTS_KEPT_DAYS };
  });

  mount(app, contract.summarizeRequests, platform, async ({ actor, query }) => {
    const { classes, errors, from, to } = await summarizeRequests(platform, actor, filterOf(query));
    return {
      classes,
      errors: errors.map(({ firstAt, lastAt, ...group }) => ({
        ...group,
        firstAt: formatDatetime(firstAt),
        lastAt: formatDatetime(lastAt),
      })),
      from: formatDatetime(from),
      to: formatDatetime(to),
    };
  });

  mountDownload(app, contract.downloadRequests, platform, ({ actor, query }) => ({
    filename: `requests-${formatDatetime(platform.clock.now()).slice(0, 10)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    bytes: csvStream(CSV_HEAD, portionsOf(platform, actor, filterOf(query)), query.lang ?? 'en'),
  }));
}

async function* portionsOf(platform: Needs, actor: PartnerConsoleActor, filter: RequestFilter) {
  let after: RequestPlace | undefined;
  for (let rows = 0; rows < CSV_ROWS_MAX; rows += CSV_PORTION) {
    const place = { after, limit: CSV_PORTION };
    // The stream is consumed outside the request, so each portion sets its tenant itself.
    const page = await onBehalfOf(actor.partnerId, undefined, () => listRequests(platform, actor, filter, place));
    yield page.rows.map(cellsOf);
    if (page.next === undefined) return;
    after = page.next;
  }
}

function cellsOf(row: LoggedRequest) {
  const { at, requestId, companyId, keyId, method, route, status, errorCode, ms, address, warnings } = row;
  const key = keyId === null ? null : keyPrefix(keyId);
  return [formatDatetime(at), requestId, companyId, key, method, route, status, errorCode, ms, address, warnings];
}

function shown({
  at,
  requestId,
  companyId,
  keyId,
  method,
  route,
  status,
  errorCode,
  ms,
  address,
  warnings,
}: LoggedRequest) {
  const row = { requestId, companyId, keyId, method, route, status, errorCode, ms, address, warnings };
  return { ...row, at: formatDatetime(at), keyPrefix: keyId === null ? null : keyPrefix(keyId) };
}

type Filters = {
  readonly companyId?: number;
  readonly keyId?: string;
  readonly requestId?: string;
  readonly status?: StatusClass;
  readonly errorCode?: number;
  readonly path?: string;
  readonly from?: string;
  readonly to?: string;
};

function filterOf({ companyId, keyId, requestId, status, errorCode, path, from, to }: Filters): RequestFilter {
  return {
    ...(companyId !== undefined && { companyId }),
    ...(keyId !== undefined && { keyId }),
    ...(requestId !== undefined && { requestId }),
    ...(status !== undefined && { statusClass: status }),
    ...(errorCode !== undefined && { errorCode }),
    ...(path !== undefined && { path }),
    ...(from !== undefined && { from: instant('from', from) }),
    ...(to !== undefined && { to: instant('to', to) }),
  };
}

function instant(field: string, text: string): Date {
  const at = parseDatetime(text);
  if (at === undefined) throw new Refusal('bad-request', { field, problem: PROBLEM.timestamp });
  return at;
}

function placeText({ at, requestId }: RequestPlace): string {
  return `${at.getTime()}_${requestId}`;
}

function placeOf(text: string | undefined): RequestPlace | undefined {
  if (text === undefined) return undefined;
  const [, ms, requestId] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text) ?? [];
  if (ms === undefined || requestId === undefined)
    throw new Refusal('bad-request', { field: 'after', problem: PROBLEM.cursor });
  return { at: new Date(Number(ms)), requestId };
}
