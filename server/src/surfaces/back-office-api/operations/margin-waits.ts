import * as contract from '@volley/contract/back-office/money/margin-waits.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import type { Price } from '@volley/domain/links/link-margin.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { listMarginWaits, type MarginWait } from '../../../features/reports/ops/margin-waits.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountMarginWaits(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listMarginWaits, platform, async () => {
    const { total, items } = await listMarginWaits(platform);
    return { total, items: items.map(shown) };
  });
}

const money = ({ micros, currency }: Price) => ({ value: decimalFromMicros(micros), currency });

function shown({ country, since, endsAt, paid, links, ...wait }: MarginWait) {
  return {
    ...wait,
    countryCode: country,
    since: formatDatetime(since),
    endsAt: formatDatetime(endsAt),
    paid: paid === null ? null : money(paid),
    links: links.map(({ price, ...link }) => ({ ...link, price: money(price) })),
  };
}
