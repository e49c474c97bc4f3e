import * as contract from '@volley/contract/console/tools.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { hasRight } from '@volley/domain/partner-role.ts';
import { checkNumbers } from '../../features/reports/message-numbers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountTools(app: ApiServer, platform: Platform): void {
  mount(app, contract.checkNumbers, platform, async ({ actor, body }) => {
    const items = await checkNumbers(platform, actor, body);
    const showsMoney = hasRight(actor.role, 'money.read');
    return {
      items: items.map(({ priceMicros, ...item }) => ({
        ...item,
        price:
          priceMicros === null || !showsMoney
            ? null
            : { value: decimalFromMicros(priceMicros), currency: actor.currency },
      })),
    };
  });
}
