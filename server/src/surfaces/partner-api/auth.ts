import { formatDatetime } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/auth.ts';
import { issueToken } from '../../features/access/issue-token.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { guardSignIn } from '../http/sign-in/sign-in-guard.ts';

export function mountAuth(app: ApiServer, platform: Pick<Platform, 'db' | 'config' | 'costs'>): void {
  mount(app, contract.issueToken, platform, async ({ body, address, limit }) => {
    const { token, expiresAt } = await guardSignIn(
      app,
      platform,
      { login: body.login, address, limit, lane: 'strangers' },
      (turn) => issueToken(platform, body, turn),
    );
    return { token, ...(expiresAt !== null && { expiresAt: formatDatetime(expiresAt) }) };
  });
}
