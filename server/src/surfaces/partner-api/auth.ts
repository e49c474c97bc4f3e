import { formatDatetime } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/auth.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { issueToken } from '../../features/access/issue-token.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';
import { addressKey } from '../rate-limit.ts';

export function mountAuth(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(app, contract.issueToken, platform, async ({ body, address }) => {
    // Per login and address together: a stranger elsewhere cannot lock a partner out.
    const verdict = app.limiters?.login.take(`${addressKey(address)} ${body.login}`);
    if (verdict?.retryAfterSeconds !== undefined) {
      throw new Refusal('too-many-requests', { retryAfterSeconds: verdict.retryAfterSeconds });
    }
    const { token, expiresAt } = await issueToken(platform, body.login, body.password);
    return { token, ...(expiresAt !== null && { expiresAt: formatDatetime(expiresAt) }) };
  });
}
