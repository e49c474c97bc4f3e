import * as contract from '@volley/contract/back-office/people/auth.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { issueStaffToken } from '../../features/back-office/staff/issue-staff-token.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { guardSignIn } from '../http/sign-in/sign-in-guard.ts';

export function mountStaffAuth(app: ApiServer, platform: Pick<Platform, 'db' | 'config' | 'costs'>): void {
  mount(app, contract.issueStaffToken, platform, async ({ body, address, limit }) => {
    const { token, expiresAt } = await guardSignIn(
      app,
      platform,
      { login: body.login, address, limit, lane: 'staff' },
      (turn) => issueStaffToken(platform, body, turn),
    );
    return { token, ...(expiresAt !== null && { expiresAt: formatDatetime(expiresAt) }) };
  });
}
