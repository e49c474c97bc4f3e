// Feature switches. Read inside the transaction of the switched operation, so a change applies to all operations that
// begin after its COMMIT.
import { type FeatureSwitch, isOnByDefault, isSwitchOn } from '@volley/domain/people/feature-switch.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { databaseErrorCode, type Tx } from '../../platform/database/database.ts';
import { selectSwitch, selectSwitches, upsertCompanySwitch, upsertGeneralSwitch } from './switches.sql.ts';

const RETRY_AFTER_SECONDS = 60;
const FOREIGN_KEY_VIOLATION = '23503';

export async function requireSwitch(tx: Tx, name: FeatureSwitch, companyId: number): Promise<void> {
  if (!(await isSwitchedOn(tx, name, companyId)))
    throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

export async function isSwitchedOn(tx: Tx, name: FeatureSwitch, companyId: number): Promise<boolean> {
  const rows = await selectSwitch(tx, name, companyId);
  const general = rows.find((row) => row.companyId === null)?.isOn;
  const own = rows.find((row) => row.companyId !== null)?.isOn;
  return isSwitchOn(general, own, isOnByDefault(name));
}

export const listSwitches = selectSwitches;

export async function setSwitch(
  tx: Tx,
  { name, companyId, isOn }: { name: FeatureSwitch; companyId: number | null; isOn: boolean },
): Promise<void> {
  try {
    if (companyId === null) await upsertGeneralSwitch(tx, name, isOn);
    else await upsertCompanySwitch(tx, { name, companyId, isOn });
  } catch (error) {
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION) {
      throw new Refusal('not-found', { kind: 'Company', id: companyId ?? '' }, { cause: error });
    }
    throw error;
  }
}
