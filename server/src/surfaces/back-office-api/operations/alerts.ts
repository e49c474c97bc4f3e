import * as contract from '@volley/contract/back-office/duty/alerts.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { alertText } from '@volley/domain/duty/alert-text.ts';
import { createSilenceAs, endSilenceAs, listSilencesAs } from '../../../features/back-office/manage-alerts.ts';
import { listOpenAlerts, listResolvedAlerts, type ShownAlert } from '../../../features/duty/alerts/list-alerts.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountAlerts(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listAlerts, platform, async () => ({ items: (await listOpenAlerts(platform)).map(shown) }));

  mount(app, contract.listAlertHistory, platform, async ({ query }) => ({
    items: (await listResolvedAlerts(platform, query.before)).map((alert) => shown({ ...alert, silencedUntil: null })),
  }));

  mount(app, contract.listAlertSilences, platform, async () => ({
    items: (await listSilencesAs(platform)).map(shownSilence),
  }));

  mount(app, contract.createAlertSilence, platform, async ({ actor, body: { until, ...body } }) =>
    shownSilence(await createSilenceAs(platform, actor, { ...body, untilAt: new Date(until) })),
  );

  mount(app, contract.endAlertSilence, platform, ({ actor, params }) => endSilenceAs(platform, actor, params.id));
}

const timeOrNull = (at: Date | null) => (at === null ? null : formatDatetime(at));

function shown(alert: ShownAlert) {
  const { id, key, rule, subject, severity, facts, since, lastSeenAt } = alert;
  return {
    alertId: Number(id),
    key,
    rule,
    subject,
    severity,
    facts,
    summary: alertText(alert, 'en'),
    since: formatDatetime(since),
    lastSeenAt: formatDatetime(lastSeenAt),
    notifiedAt: timeOrNull(alert.notifiedAt),
    silencedUntil: timeOrNull(alert.silencedUntil),
    resolvedAt: timeOrNull(alert.resolvedAt),
  };
}

function shownSilence({
  id,
  pattern,
  reason,
  staffLogin,
  ...times
}: Awaited<ReturnType<typeof listSilencesAs>>[number]) {
  const { createdAt, untilAt } = times;
  return {
    silenceId: id,
    pattern,
    reason,
    staffLogin,
    createdAt: formatDatetime(createdAt),
    until: formatDatetime(untilAt),
  };
}
