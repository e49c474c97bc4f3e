// Traffic centers tell the traffic of one company apart: every key belongs to one, and so does what it sends. A
// company has one from its first moment on, exactly one is the default, and none is ever removed: messages name it.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import type { TrafficCenter } from './traffic-center.ts';
import { insertCenter, lockCompany, moveDefault, selectCenter, selectCenters } from './traffic-centers.sql.ts';

const CENTERS_MAX = 100;

export type CenterDraft = { readonly companyId: number; readonly name: string; readonly isDefault?: boolean };

/** Every company has at least one. */
export async function listCenters(tx: Tx, companyId: number): Promise<TrafficCenter[]> {
  const centers = await selectCenters(tx, companyId);
  if (centers.length === 0) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  return centers;
}

/** A center of another company is as good as none. */
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
  if (id === undefined) throw new Refusal('bad-request', { field: 'name', problem: 'is taken' });
  if (isDefault === true) await moveDefault(tx, { id, companyId });
  return getCenter(tx, companyId, id);
}

/** Keys that exist stay in their centers. */
export async function setDefaultCenter(tx: Tx, id: number): Promise<TrafficCenter> {
  const center = await selectCenter(tx, id);
  if (center === undefined) throw new Refusal('not-found', { kind: 'Traffic center', id });
  await lockCompany(tx, center.companyId);
  await moveDefault(tx, center);
  return getCenter(tx, center.companyId, id);
}
