import * as contract from '@volley/contract/console/drafts.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { getDraftOf } from '../../features/dispatches/dispatch-draft.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountDrafts(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.getDraftOfDispatch, platform, async ({ actor, params }) => {
    const { schedule, ...draft } = await getDraftOf(platform, actor, params.id);
    return { ...draft, schedule: schedule && { ...schedule, startAt: formatDatetime(schedule.startAt) } };
  });
}
