// Log of callback requests: shows why a callback did not arrive.
import type { Tx } from '../../../platform/database/database.ts';
import { type Attempt as AttemptOfSql, type AttemptRow, selectAttempts } from './attempts.sql.ts';

export type Attempt = AttemptOfSql;

export type AttemptFilter = {
  readonly companyId?: number;
  readonly endpointId?: number;
  readonly before?: Date;
  /** Only requests without a 2xx response. */
  readonly failed?: boolean;
  readonly limit: number;
};

export function listAttempts(tx: Tx, { limit, failed = false, ...filter }: AttemptFilter): Promise<AttemptRow[]> {
  return selectAttempts(tx, { ...filter, failed }, limit);
}
