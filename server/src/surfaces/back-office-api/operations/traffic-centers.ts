import * as contract from '@volley/contract/back-office/delivery/traffic-centers.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { createCenterAs, listCentersAs, setDefaultCenterAs } from '../../../features/back-office/manage-centers.ts';
import type { TrafficCenter } from '../../../features/traffic-centers/traffic-center.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountTrafficCenters(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listTrafficCenters, platform, async ({ query }) => ({
    items: (await listCentersAs(platform, query.companyId)).map(shown),
  }));

  mount(app, contract.createTrafficCenter, platform, async ({ actor, body }) =>
    shown(await createCenterAs(platform, actor, body)),
  );

  mount(app, contract.setDefaultTrafficCenter, platform, async ({ actor, params }) =>
    shown(await setDefaultCenterAs(platform, actor, params.id)),
  );
}

function shown({ createdAt, ...center }: TrafficCenter) {
  return { ...center, createdAt: formatDatetime(createdAt) };
}
