import { setTimeout } from 'node:timers/promises';
import { formatDatetime } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/auth.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { issueToken } from '../../features/access/issue-token.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import type { LoginDelay } from '../login-delay.ts';
import { mount } from '../mount-endpoint.ts';
import { addressKey } from '../rate-limit.ts';

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
    ({ body, address }) => app.limiters?.login.take(`${addressKey(address)} ${body.login}`),
  );
}

async function patiently<T>(delay: LoginDelay | undefined, login: string, work: () => Promise<T>): Promise<T> {
  const delayMs = delay?.delayMs(login) ?? 0;
  if (delayMs > 0) await setTimeout(delayMs);
  try {
    const result = await work();
    delay?.succeeded(login);
    return result;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'bad-credentials') delay?.failed(login);
    throw error;
  }
}
