import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { LoggedRequest, RequestFilter, RequestPlace } from './logged-request.ts';

const loggedRequests = bulkColumns({
  at: 'timestamptz',
  requestId: 'uuid',
  partnerId: 'int',
  companyId: 'int',
  keyId: 'text',
  method: 'text',
  route: 'text',
  status: 'smallint',
  errorCode: 'int',
  ms: 'int',
  address: 'text',
  warnings: 'text',
});

/** Not by COPY, which row-level security forbids. */
export async function insertRequests(tx: Tx, rows: readonly LoggedRequest[]): Promise<void> {
  await tx.planned(
    `insert into request_log (${loggedRequests.names})
     select ${loggedRequests.names}
     from ${loggedRequests.as('u')}`,
    loggedRequests.values(rows),
  );
}

/** Uses the parameters $1 to $9 of `matchOf`. */
const MATCHES = `partner_id = $1
       and at >= $2
       and at < $3
       and ($4::int is null or company_id = $4)
       and ($5::text is null or key_id = $5)
       and ($6::uuid is null or request_id = $6)
       and ($7::int is null or status / 100 = $7)
       and ($8::int is null or error_code = $8)
       and ($9::text is null or strpos(route, $9) > 0)`;

export type Sought = RequestFilter & { readonly partnerId: number; readonly from: Date; readonly to: Date };

function matchOf(sought: Sought): unknown[] {
  const { partnerId, from, to, companyId, keyId, requestId, statusClass, errorCode, path } = sought;
  return [
    partnerId,
    from,
    to,
    companyId ?? null,
    keyId ?? null,
    requestId ?? null,
    statusClass === undefined ? null : Number(statusClass[0]),
    errorCode ?? null,
    path ?? null,
  ];
}

const COLUMNS = `
       at,
       request_id as "requestId",
       partner_id as "partnerId",
       company_id as "companyId",
       key_id as "keyId",
       method,
       route,
       status,
       error_code as "errorCode",
       ms,
       address,
       warnings`;

/** Newest first. */
export function selectRequests(
  tx: Tx,
  sought: Sought,
  { after, limit }: { after: RequestPlace | undefined; limit: number },
): Promise<LoggedRequest[]> {
  return tx.query<LoggedRequest>(
    `select ${COLUMNS}
     from request_log
     where ${MATCHES}
       and ($10::timestamptz is null or (at, request_id) < ($10, $11::uuid))
     order by at desc, request_id desc
     limit $12`,
    [...matchOf(sought), after?.at ?? null, after?.requestId ?? null, limit],
  );
}

export type ErrorGroup = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly errorCode: number | null;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly lastRequestId: string;
};

/** Most frequent first. */
export function selectErrorGroups(tx: Tx, sought: Sought, limit: number): Promise<ErrorGroup[]> {
  return tx.query<ErrorGroup>(
    `select
       method,
       route,
       status,
       error_code as "errorCode",
       count(*)::int as count,
       min(at) as "firstAt",
       max(at) as "lastAt",
       (array_agg(request_id order by at desc))[1] as "lastRequestId"
     from request_log
     where ${MATCHES}
       and status >= 400
     group by method, route, status, error_code
     order by count(*) desc, max(at) desc
     limit $10`,
    [...matchOf(sought), limit],
  );
}

export type ClassCount = { readonly statusClass: number; readonly count: number; readonly msP95: number };

export function selectClasses(tx: Tx, sought: Sought): Promise<ClassCount[]> {
  return tx.query<ClassCount>(
    `select
       status / 100 as "statusClass",
       count(*)::int as count,
       percentile_disc(0.95) within group (order by ms) as "msP95"
     from request_log
     where ${MATCHES}
     group by status / 100
     order by status / 100`,
    matchOf(sought),
  );
}
