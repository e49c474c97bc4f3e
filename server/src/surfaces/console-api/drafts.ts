import * as contract from '@volley/contract/console/drafts.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { getDraftOf } from '../../features/dispatches/dispatch-draft.ts';
import { listNamesToSend } from '../../features/dispatches/names-to-send.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountDrafts(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(app, contract.getDraftOfDispatch, platform, async ({ actor, params }) => {
    const { schedule, ...draft } = await getDraftOf(platform, actor, params.id);
    return { ...draft, schedule: schedule && { ...schedule, startAt: formatDatetime(schedule.startAt) } };
  });

  mount(app, contract.listNamesToSend, platform, async ({ actor, query }) => {
    const { routing, senders } = await listNamesToSend(platform, actor, query.companyId);
    return {
      routing,
      senders: senders.map(({ id, senderName, channelType, brand }) => ({ id, senderName, channelType, brand })),
    };
  });
}
