import { formatDatetime } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/recipients.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { listRecipients, putRecipient, putRecipients } from '../../features/blacklist/put-recipient.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountRecipients(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.putRecipient, platform, async ({ actor, body: { msisdn, msisdns, ...change } }) => {
    if (msisdn !== undefined && msisdns !== undefined)
      throw new Refusal('bad-request', { field: 'msisdns', problem: 'cannot be combined with msisdn' });
    if (msisdns !== undefined) return putRecipients(platform, actor, { ...change, msisdns });
    if (msisdn === undefined) throw new Refusal('bad-request', { field: 'msisdn', problem: PROBLEM.required });
    return putRecipient(platform, actor, { ...change, msisdn });
  });

  mount(app, contract.listRecipients, platform, async ({ actor, query }) => {
    const { page, perPage } = query;
    const { total, items } = await listRecipients(platform, actor, query);
    return {
      page,
      perPage,
      total,
      items: items.map((item) => ({ ...item, createdAt: formatDatetime(item.createdAt) })),
    };
  });
}
