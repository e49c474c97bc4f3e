import * as contract from '@volley/contract/console/overview.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { maskedUrl } from '../../features/callbacks/targets/masked-url.ts';
import { readFailures, readOverview } from '../../features/reports/companies/overview.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

type Overview = Awaited<ReturnType<typeof readOverview>>;

export function mountOverview(app: ApiServer, platform: Pick<Platform, 'db' | 'config' | 'shared'>): void {
  mount(app, contract.getOverview, platform, async ({ actor, query: { company, dayStart } }) => {
    const asked = { company, dayStart: dayStart === undefined ? undefined : new Date(dayStart) };
    return shown(await readOverview(platform, actor, asked), actor.currency);
  });

  mount(app, contract.getFailures, platform, async ({ actor, query: { company, from } }) => {
    const { failed, items } = await readFailures(platform, actor, { company, from: new Date(from) });
    return { failed, items: items.map(({ meaning, ...item }) => ({ ...item, meaning: meaning ?? '' })) };
  });
}

function shown({ today, week, running, budgets, senders, callbacks, beginnings }: Overview, currency: string) {
  const money = (micros: bigint) => ({ value: decimalFromMicros(micros), currency });
  return {
    today: { ...today, from: formatDatetime(today.from) },
    week: { ...week, from: formatDatetime(week.from) },
    running: { total: running.total, items: running.items.map(runningShown) },
    budgets: budgets.map(({ companyId, name, budgetMicros, spentMicros, reservedMicros }) => ({
      companyId,
      name,
      limit: budgetMicros === null ? null : money(budgetMicros),
      spent: money(spentMicros),
      reserved: money(reservedMicros),
    })),
    senders: { total: senders.total, items: senders.items.map(senderShown) },
    callbacks: {
      ...callbacks,
      failing: callbacks.failing.map(({ since, url, ...endpoint }) => ({
        ...endpoint,
        url: maskedUrl(url),
        since: formatDatetime(since),
      })),
    },
    gettingStarted: contract.GETTING_STARTED.map((step) => ({ step, done: beginnings[step] })),
  };
}

function runningShown(row: Overview['running']['items'][number]) {
  const { id, name, companyId, companyName, startedAt, accepted, queued, withOperator, delivered, failed } = row;
  const counts = { accepted, queued, withOperator, delivered, failed };
  return { id, name, companyId, companyName, startedAt: startedAt && formatDatetime(startedAt), ...counts };
}

function senderShown(row: Overview['senders']['items'][number]) {
  const { id, senderName, brand, companyId, companyName, status, comment } = row;
  return { id, senderName, brand, companyId, companyName, status, comment };
}
