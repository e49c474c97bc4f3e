// Callback targets of a company with their delivery health.
import type { Tx } from '../../../platform/database/database.ts';
import { type CallbackTarget, selectCompanyTargets } from './targets.sql.ts';

export function listCompanyTargets(tx: Tx, companyId: number): Promise<CallbackTarget[]> {
  return selectCompanyTargets(tx, companyId);
}
