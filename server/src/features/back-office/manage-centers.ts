import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TrafficCenter } from '../traffic-centers/traffic-center.ts';
import { type CenterDraft, createCenter, listCenters, setDefaultCenter } from '../traffic-centers/traffic-centers.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

export function listCentersAs({ db }: Needs, companyId: number): Promise<TrafficCenter[]> {
  return read(db, (tx) => listCenters(tx, companyId));
}

export function createCenterAs(platform: Needs, who: Who, draft: CenterDraft): Promise<TrafficCenter> {
  return changeAs(platform, who, async (tx) => {
    const reply = await createCenter(tx, draft);
    const subject = { kind: 'traffic-center', id: reply.id };
    return { action: 'traffic-center.create', subject, details: draft, reply };
  });
}

export function setDefaultCenterAs(platform: Needs, who: Who, id: number): Promise<TrafficCenter> {
  return changeAs(platform, who, async (tx) => {
    const reply = await setDefaultCenter(tx, id);
    const details = { companyId: reply.companyId };
    return { action: 'traffic-center.default', subject: { kind: 'traffic-center', id }, details, reply };
  });
}
