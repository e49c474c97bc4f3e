import * as contract from '@volley/contract/messaging/balance.ts';
import { roundToKopecks } from '@volley/domain/money/money.ts';
import { getBalance } from '../../features/ledger/get-balance.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountBalance(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.getBalance, platform, async ({ actor }) => {
    const wallets = await getBalance(platform, actor);
    return Object.fromEntries(wallets.map(({ currency, balanceMicros }) => [currency, roundToKopecks(balanceMicros)]));
  });
}
