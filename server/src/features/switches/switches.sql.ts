import type { FeatureSwitch } from '@volley/domain/people/feature-switch.ts';
import type { Tx } from '../../platform/database/database.ts';

export type SwitchRow = { name: FeatureSwitch; companyId: number | null; isOn: boolean; changedAt: Date };

const COLUMNS = 'name, company_id as "companyId", is_on as "isOn", changed_at as "changedAt"';

export function selectSwitches(tx: Tx): Promise<SwitchRow[]> {
  return tx.query<SwitchRow>(
    `select ${COLUMNS}
     from feature_switches
     order by name, company_id nulls first`,
  );
}

/** The general setting and that of the company, as far as they exist. */
export function selectSwitch(tx: Tx, name: FeatureSwitch, companyId: number): Promise<SwitchRow[]> {
  return tx.planned<SwitchRow>(
    `select ${COLUMNS}
     from feature_switches
     where name = $1
       and (company_id is null or company_id = $2)`,
    [name, companyId],
  );
}

export async function upsertGeneralSwitch(tx: Tx, name: FeatureSwitch, isOn: boolean): Promise<void> {
  await tx.query(
    `insert into feature_switches (name, company_id, is_on, changed_at)
     values ($1, null, $2, $3)
     on conflict (name) where company_id is null
     do update set is_on = excluded.is_on, changed_at = excluded.changed_at`,
    [name, isOn, tx.now],
  );
}

export async function upsertCompanySwitch(
  tx: Tx,
  { name, companyId, isOn }: { name: FeatureSwitch; companyId: number; isOn: boolean },
): Promise<void> {
  await tx.query(
    `insert into feature_switches (name, company_id, is_on, changed_at)
     values ($1, $2, $3, $4)
     on conflict (name, company_id) where company_id is not null
     do update set is_on = excluded.is_on, changed_at = excluded.changed_at`,
    [name, companyId, isOn, tx.now],
  );
}
