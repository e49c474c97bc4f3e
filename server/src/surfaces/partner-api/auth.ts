import { formatDatetime } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/auth.ts';
import { addressBlock } from '@volley/domain/address-block.ts';
import { issueToken } from '../../features/access/issue-token.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { patiently } from '../login-delay.ts';
import { mount } from '../mount-endpoint.ts';

export function mountAuth(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(
    app,
    contract.issueToken,
    platform,
    async ({ body }) => {
      const { token, expiresAt } = await patiently(app.limiters?.loginDelay, body.login, () =>
        issueToken(platform, body.login, body.password),
      );
      return { token, ...(expiresAt !== null && { expiresAt: formatDatetime(expiresAt) }) };
    },
    // Per login and address together: a stranger elsewhere cannot lock a partner out.
    ({ body, address }) => app.limiters?.login.take(`${addressBlock(address)} ${body.login}`),
  );
}
