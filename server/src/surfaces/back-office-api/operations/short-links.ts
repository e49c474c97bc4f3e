import * as contract from '@volley/contract/back-office/short-links.ts';
import { switchShortLinkAs } from '../../../features/back-office/manage-short-links.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountShortLinkSwitch(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.switchShortLink, platform, async ({ actor, params, body }) => {
    const { companyId, messageId } = await switchShortLinkAs(platform, actor, params.code, body.isOn);
    return { code: params.code, companyId, messageUuid: messageId, isOn: body.isOn };
  });
}
