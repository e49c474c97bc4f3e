// Traffic centers divide the traffic of a company: every key and its messages belong to one. A company has a center
// from its creation on, exactly one is the default, and centers are never deleted: messages refer to them.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { TrafficCenter } from './traffic-center.ts';
import {
  clearDefault,
  insertCenter,
  lockCompany,
  selectCenter,
  selectCenters,
  setDefault,
} from './traffic-centers.sql.ts';

const CENTERS_MAX = 100;

export type CenterDraft = { readonly companyId: number; readonly name: string; readonly isDefault?: boolean };

/** Refuses an unknown company: every company has at least one center. */
export async function listCenters(tx: Tx, companyId: number): Promise<TrafficCenter[]> {
  const centers = await selectCenters(tx, companyId);
  if (centers.length === 0) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  return centers;
}

/** Refuses a center of another company as not found. */
export async function getCenter(tx: Tx, companyId: number, id: number): Promise<TrafficCenter> {
  const center = await selectCenter(tx, id);
  if (center?.companyId !== companyId) throw new Refusal('not-found', { kind: 'Traffic center', id });
  return center;
}

export async function createCenter(tx: Tx, { companyId, name, isDefault }: CenterDraft): Promise<TrafficCenter> {
  if (!(await lockCompany(tx, companyId))) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  const others = await selectCenters(tx, companyId);
  if (others.length >= CENTERS_MAX)
    throw new Refusal('bad-request', { field: 'companyId', problem: `has ${CENTERS_MAX} traffic centers already` });
  const id = await insertCenter(tx, { companyId, name });
  if (id === undefined) throw new Refusal('bad-request', { field: 'name', problem: 'is already in use' });
  if (isDefault === true) await moveDefault(tx, { id, companyId });
  return getCenter(tx, companyId, id);
}

/** Existing keys keep their centers. */
export async function setDefaultCenter(tx: Tx, id: number): Promise<TrafficCenter> {
  const center = await selectCenter(tx, id);
  if (center === undefined) throw new Refusal('not-found', { kind: 'Traffic center', id });
  await lockCompany(tx, center.companyId);
  await moveDefault(tx, center);
  return getCenter(tx, center.companyId, id);
}

/** Clears first: the unique index allows one default per company. */
async function moveDefault(tx: Tx, { id, companyId }: { id: number; companyId: number }): Promise<void> {
  await clearDefault(tx, { id, companyId });
  await setDefault(tx, id);
}
