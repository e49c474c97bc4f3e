// Where callbacks of a company go, and how they fare there.
import type { Tx } from '../../platform/database.ts';
import { type EndpointState, selectEndpoints } from './endpoints.sql.ts';

export function listEndpoints(tx: Tx, companyId: number): Promise<EndpointState[]> {
  return selectEndpoints(tx, companyId);
}
