import type { Tx } from '../../../platform/database/database.ts';
import { CLAIM_MS } from './deliver-notices.ts';
import { updateLongClaims } from './notices.sql.ts';

/** After the database clock stepped back: cuts the claims to the length of new ones. */
export const capDutyClaims = (tx: Tx): Promise<void> => updateLongClaims(tx, CLAIM_MS);
