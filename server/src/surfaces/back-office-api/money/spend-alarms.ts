import * as contract from '@volley/contract/back-office/money/spend-alarms.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { listSpendAlarms } from '../../../features/settlement/spend-alarms.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountSpendAlarms(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listSpendAlarms, platform, async ({ query }) => ({
    items: (await listSpendAlarms(platform, query.companyId)).map(
      ({ companyId, companyName, country, day, currency, spentMicros, thresholdMicros, raisedAt }) => ({
        companyId,
        companyName,
        countryCode: country,
        day,
        spent: { value: decimalFromMicros(spentMicros), currency },
        threshold: { value: decimalFromMicros(thresholdMicros), currency },
        raisedAt: formatDatetime(raisedAt),
      }),
    ),
  }));
}
