import * as contract from '@volley/contract/back-office/delivery/switches.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { listSwitchesAs, setSwitchAs } from '../../../features/back-office/manage-switches.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountSwitches(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listSwitches, platform, async () => shown(await listSwitchesAs(platform)));

  mount(app, contract.setSwitch, platform, async ({ actor, body }) => {
    return shown(await setSwitchAs(platform, actor, { ...body, companyId: body.companyId ?? null }));
  });
}

function shown(switches: Awaited<ReturnType<typeof listSwitchesAs>>) {
  return { items: switches.map((each) => ({ ...each, changedAt: formatDatetime(each.changedAt) })) };
}
