import type { Tx } from '../../platform/database/database.ts';
import { updateLongLead } from './alerts/duty-state.sql.ts';
import { LEAD_MS } from './alerts/run-duty-round.ts';
import { CLAIM_MS } from './notices/deliver-notices.ts';
import { updateLongClaims } from './notices/notices.sql.ts';

/** After the database clock stepped back: cuts the lead and the claims to the length of new ones. */
export async function capDutyLeases(tx: Tx): Promise<void> {
  await updateLongLead(tx, LEAD_MS);
  await updateLongClaims(tx, CLAIM_MS);
}
