import * as contract from '@volley/contract/back-office/auth.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { addressBlock } from '@volley/domain/address-block.ts';
import { issueStaffToken } from '../../features/back-office/issue-staff-token.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountStaffAuth(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(
    app,
    contract.issueStaffToken,
    platform,
    async ({ body }) => {
      const { token, expiresAt } = await issueStaffToken(platform, body.login, body.password);
      return { token, ...(expiresAt !== null && { expiresAt: formatDatetime(expiresAt) }) };
    },
    ({ body, address }) => app.limiters?.login.take(`staff ${addressBlock(address)} ${body.login}`),
  );
}
