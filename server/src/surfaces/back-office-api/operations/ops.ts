import * as contract from '@volley/contract/back-office/delivery/ops.ts';
import { opsReader, opsSnapshot } from '../../../features/reports/ops/ops-snapshot.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { registerTopic } from '../../presentation/live-topics.ts';
import { shownOps, shownPoint } from '../../presentation/shown-ops.ts';

export function mountOps(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'shared'>): void {
  mount(app, contract.getOps, platform, async ({ query }) => {
    const reader = opsReader(platform);
    const now = await reader.snapshot();
    return { now: shownOps(now), points: query.points === 'all' ? reader.points().map(shownPoint) : [] };
  });

  registerTopic(app, 'ops', {
    capability: 'links.read',
    snapshot: async () => shownOps(await opsSnapshot(platform)),
  });
}
