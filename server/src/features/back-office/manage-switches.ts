import type { FeatureSwitch } from '@volley/domain/people/feature-switch.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSwitches, setSwitch } from '../switches/switches.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function listSwitchesAs({ db }: Pick<Platform, 'db'>) {
  return read(db, listSwitches);
}

export function setSwitchAs(
  platform: Pick<Platform, 'db'>,
  who: Who,
  { reason, ...setting }: { name: FeatureSwitch; companyId: number | null; isOn: boolean; reason?: string },
) {
  return changeAs(platform, who, async (tx) => {
    await setSwitch(tx, setting);
    const { name, companyId, isOn } = setting;
    return {
      action: 'switch.set',
      subject: { kind: 'switch', id: name },
      details: { companyId, isOn, ...(reason !== undefined && { reason }) },
      reply: await listSwitches(tx),
    };
  });
}
