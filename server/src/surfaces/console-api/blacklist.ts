import * as contract from '@volley/contract/console/blacklist.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { importEntries, listEntries } from '../../features/blacklist/entries.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { shownNumber } from './shown-number.ts';

export function mountBlacklist(app: ApiServer, platform: Platform): void {
  mount(app, contract.listBlacklist, platform, async ({ actor, query }) => {
    const { page, perPage } = query;
    const { total, items } = await listEntries(platform, actor, query);
    return {
      page,
      perPage,
      total,
      items: items.map((row) => ({
        company: { id: row.company_id, name: row.company_name },
        msisdn: shownNumber(row.destination, actor),
        comment: row.comment,
        createdAt: formatDatetime(row.created_at),
      })),
    };
  });

  mount(app, contract.importBlacklist, platform, async ({ actor, body }) => {
    const { refused, ...counts } = await importEntries(platform, actor, body.companyId, body.items);
    return { ...counts, refused: refused.length, firstRefused: refused.slice(0, contract.NAMED_MAX) };
  });
}
