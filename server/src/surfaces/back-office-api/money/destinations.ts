import * as contract from '@volley/contract/back-office/delivery/destinations.ts';
import { listDestinations } from '../../../features/back-office/destinations/list-destinations.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountDestinations(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(app, contract.getDestinations, platform, async ({ query }) => {
    const { allowedCountries, spendAlarm, lists, countries } = await listDestinations(platform, query.companyId);
    return {
      allowedCountries: [...allowedCountries],
      spendAlarm,
      lists: lists.map((list) => ({ ...list, allowedCountries: [...list.allowedCountries] })),
      countries: [...countries],
    };
  });
}
