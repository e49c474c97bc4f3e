import type { FeatureSwitch } from '@volley/domain/feature-switch.ts';
import type { Tx } from '../../platform/database.ts';

export type SwitchRow = { name: FeatureSwitch; companyId: number | null; isOn: boolean; changedAt: Date };

const COLUMNS = 'name, company_id as "companyId", is_on as "isOn", changed_at as "changedAt"';

export function selectSwitches(tx: Tx): Promise<SwitchRow[]> {
  return tx.query<SwitchRow>(`select ${COLUMNS} from feature_switches order by name, company_id nulls first`);
}

/** What is set for everybody and what for this company, as far as either is. */
export function selectSwitch(tx: Tx, name: FeatureSwitch, companyId: number): Promise<SwitchRow[]> {
  return tx.planned<SwitchRow>(
    `select ${COLUMNS} from feature_switches where name = $1 and (company_id is null or company_id = $2)`,
    [name, companyId],
  );
}

export async function upsertSwitch(
  tx: Tx,
  { name, companyId, isOn }: { name: FeatureSwitch; companyId: number | null; isOn: boolean },
): Promise<void> {
  const key =
    companyId === null ? '(name) where company_id is null' : '(name, company_id) where company_id is not null';
  await tx.query(
    `insert into feature_switches (name, company_id, is_on, changed_at) values ($1, $2, $3, $4)
     on conflict ${key} do update set is_on = excluded.is_on, changed_at = excluded.changed_at`,
    [name, companyId, isOn, tx.now],
  );
}
