import * as contract from '@volley/contract/back-office/people/partners.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import type { Partner } from '../../features/access/partner.ts';
import {
  changePartnerPasswordAs,
  createPartnerAs,
  getPartnerAs,
  listPartnersAs,
  setPartnerCountriesAs,
  setPartnerStatusAs,
} from '../../features/back-office/manage-partners.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountPartners(app: ApiServer, platform: Pick<Platform, 'db' | 'costs'>): void {
  mount(app, contract.createPartner, platform, ({ actor, body }) =>
    createPartnerAs(platform, actor, { currency: 'RUB', ...body }),
  );

  mount(app, contract.listPartners, platform, async ({ query }) => {
    const { total, items } = await listPartnersAs(platform, query);
    return { page: query.page, perPage: query.perPage, total, items: items.map(shown) };
  });

  mount(app, contract.getPartner, platform, async ({ params }) => shown(await getPartnerAs(platform, params.id)));

  mount(app, contract.setPartnerStatus, platform, async ({ actor, params, body }) =>
    shown(await setPartnerStatusAs(platform, actor, params.id, body.status)),
  );

  mount(app, contract.setPartnerCountries, platform, async ({ actor, params, body }) =>
    shown(await setPartnerCountriesAs(platform, actor, params.id, body.allowedCountries)),
  );

  mount(app, contract.changePartnerPassword, platform, async ({ actor, params, body }) =>
    shown(await changePartnerPasswordAs(platform, actor, params.id, body.password)),
  );
}

const shown = ({ createdAt, allowedCountries, ...partner }: Partner) => ({
  ...partner,
  allowedCountries: allowedCountries === null ? null : [...allowedCountries],
  createdAt: formatDatetime(createdAt),
});
