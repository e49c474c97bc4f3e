import { formatDatetime } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/auth.ts';
import { issueToken } from '../../features/access/issue-token.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';
import { guardSignIn } from '../sign-in-guard.ts';

export function mountAuth(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(app, contract.issueToken, platform, async ({ body, address, limit }) => {
    const { token, expiresAt } = await guardSignIn(
      app,
      platform,
      { login: body.login, address, limit, door: 'strangers' },
      (turn) => issueToken(platform, body, turn),
    );
    return { token, ...(expiresAt !== null && { expiresAt: formatDatetime(expiresAt) }) };
  });
}
