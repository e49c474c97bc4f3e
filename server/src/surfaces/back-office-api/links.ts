import * as contract from '@volley/contract/back-office/links.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { LINK_ID_FORMS } from '../../connectors/sms-smpp/id-form.ts';
import { changeLinkAs, listLinksAs, putLinkAs } from '../../features/back-office/manage-links.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

const WINDOW = 10;

export function mountLinks(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'secrets'>): void {
  mount(app, contract.listLinks, platform, async () => ({ items: await listLinksAs(platform) }));

  mount(app, contract.putLink, platform, ({ actor, body }) => {
    const link = { ratePerSecond: null, windowSize: WINDOW, tls: false, idForm: 'as-is', ...body };
    if (!Object.hasOwn(LINK_ID_FORMS, link.idForm)) {
      const forms = Object.keys(LINK_ID_FORMS).join(', ');
      throw new Refusal('bad-request', { field: 'idForm', problem: `must be one of ${forms}` });
    }
    return putLinkAs(platform, actor, link);
  });

  mount(app, contract.changeLink, platform, ({ actor, params, body }) =>
    changeLinkAs(platform, actor, params.id, body),
  );
}
