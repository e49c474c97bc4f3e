// Feature switches. They are asked inside the transaction that would do the switched thing, so a switch thrown
// by staff holds for everything that commits after it.
import { type FeatureSwitch, isOnAtFirst, isSwitchOn } from '@volley/domain/feature-switch.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { databaseErrorCode, type Tx } from '../../platform/database.ts';
import { selectSwitch, selectSwitches, upsertSwitch } from './switches.sql.ts';

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
  return isSwitchOn(general, own, isOnAtFirst(name));
}

export const listSwitches = selectSwitches;

export async function setSwitch(
  tx: Tx,
  setting: { name: FeatureSwitch; companyId: number | null; isOn: boolean },
): Promise<void> {
  try {
    await upsertSwitch(tx, setting);
  } catch (error) {
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION) {
      throw new Refusal('not-found', { kind: 'Company', id: setting.companyId ?? '' }, { cause: error });
    }
    throw error;
  }
}
