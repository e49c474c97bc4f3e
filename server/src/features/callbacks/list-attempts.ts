// The log of requests to endpoints, for whoever asks why a callback did not come.
import type { Tx } from '../../platform/database.ts';
import { type Attempt as AttemptOfSql, type AttemptRow, selectAttempts } from './attempts.sql.ts';

export type Attempt = AttemptOfSql;

export type AttemptFilter = {
  readonly companyId?: number;
  readonly endpointId?: number;
  readonly before?: Date;
  /** Only those without a 2xx answer. */
  readonly failed?: boolean;
  readonly limit: number;
};

export function listAttempts(tx: Tx, { limit, failed = false, ...filter }: AttemptFilter): Promise<AttemptRow[]> {
  return selectAttempts(tx, { ...filter, failed }, limit);
}
