import * as contract from '@volley/contract/console/tools.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';
import { checkNumbers } from '../../features/reports/messages/message-numbers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

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
