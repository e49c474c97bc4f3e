import * as contract from '@volley/contract/back-office/ops.ts';
import { opsReader, opsSnapshot } from '../../features/reports/ops-snapshot.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { registerTopic } from '../live-topics.ts';
import { mount } from '../mount-endpoint.ts';
import { shownOps, shownPoint } from '../shown-ops.ts';

export function mountOps(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
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
