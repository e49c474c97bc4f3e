// Dispatches of the partner console: list, page, and the topics that keep both live.
import * as contract from '@volley/contract/console/dispatches.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';
import { startAnyDispatch, stopAnyDispatch } from '../../features/dispatches/move-any-dispatch.ts';
import { recordLeftOut } from '../../features/dispatches/recipients/count-refusals.ts';
import { type DispatchBreakdown, DispatchBreakdowns } from '../../features/reports/dispatches/dispatch-breakdown.ts';
import {
  type ListedDispatch,
  listMovingDispatches,
  listShownDispatches,
} from '../../features/reports/dispatches/dispatch-list.ts';
import {
  type DispatchProgress,
  getDispatchProgress,
  getShownDispatch,
} from '../../features/reports/dispatches/dispatch-progress.ts';
import { DispatchPulses } from '../../features/reports/dispatches/dispatch-pulse.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { registerTopic } from '../presentation/live-topics.ts';
import { shownTimes } from '../presentation/shown-dispatch.ts';

/** The longest wait for the first count of a large dispatch. */
const BREAKDOWN_TIMEOUT_MS = 2_000;

export function mountConsoleDispatches(app: ApiServer, platform: Platform): void {
  const watching = { db: platform.db, pulses: new DispatchPulses() };
  const breakdowns = new DispatchBreakdowns(platform);

  mount(app, contract.listConsoleDispatches, platform, async ({ actor, query }) => {
    const { page, perPage, company, status, q, from, to, sort = 'created', order = 'desc' } = query;
    const { total, items } = await listShownDispatches(platform, actor, {
      companyId: company,
      status,
      name: q,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      sort,
      descending: order === 'desc',
      page,
      perPage,
    });
    return { page, perPage, total, items: items.map((item) => shownRow(actor, item)) };
  });

  mount(app, contract.getConsoleDispatch, platform, async ({ actor, params }) => {
    const { progress, ...head } = await getShownDispatch(watching, actor, params.id);
    return {
      ...head,
      id: params.id,
      startAt: formatDatetimeOrNull(head.startAt),
      createdAt: formatDatetime(head.createdAt),
      progress: shownProgress(actor, progress),
    };
  });

  mount(app, contract.getDispatchBreakdown, platform, async ({ actor, params }) => {
    const breakdown = await breakdowns.get(actor, params.id, BREAKDOWN_TIMEOUT_MS);
    return { breakdown: breakdown === undefined ? null : shownBreakdown(breakdown) };
  });

  mount(app, contract.startAnyDispatch, platform, ({ actor, params }) => startAnyDispatch(platform, actor, params.id));
  mount(app, contract.stopAnyDispatch, platform, ({ actor, params }) => stopAnyDispatch(platform, actor, params.id));
  mount(app, contract.noteLeftOut, platform, async ({ actor, params, body }) => {
    await recordLeftOut(platform, actor.partnerId, params.id, body);
    return { id: params.id };
  });

  registerTopic(app, 'dispatches', {
    right: 'dispatches.read',
    snapshot: (actor) => listMovingDispatches(platform, actor),
  });
  registerTopic(app, 'dispatch', {
    right: 'dispatches.read',
    ofOne: true,
    snapshot: async (actor, id) => shownProgress(actor, await getDispatchProgress(watching, actor, id)),
  });
  registerTopic(app, 'breakdown', {
    right: 'dispatches.read',
    ofOne: true,
    snapshot: async (actor, id) => {
      const breakdown = await breakdowns.get(actor, id, 0);
      return breakdown === undefined ? null : shownBreakdown(breakdown);
    },
  });
}

type Micros = {
  readonly estimateMicros: bigint;
  readonly packagesMicros: bigint;
  readonly spentMicros: bigint;
  readonly reservedMicros: bigint;
};

function spendOf(
  { role }: PartnerConsoleActor,
  currency: string,
  { estimateMicros, packagesMicros, spentMicros, reservedMicros }: Micros,
) {
  if (!hasRight(role, 'money.read')) return null;
  const money = (micros: bigint) => ({ value: decimalFromMicros(micros), currency });
  return {
    estimate: money(estimateMicros),
    packages: money(packagesMicros),
    spent: money(spentMicros),
    reserved: money(reservedMicros),
  };
}

function shownRow(
  actor: PartnerConsoleActor,
  { estimateMicros, packagesMicros, spentMicros, reservedMicros, ...row }: ListedDispatch,
) {
  return {
    ...row,
    spend: spendOf(actor, actor.currency, { estimateMicros, packagesMicros, spentMicros, reservedMicros }),
    ...shownTimes(row),
    endedAt: formatDatetimeOrNull(row.endedAt),
  };
}

function shownProgress(
  actor: PartnerConsoleActor,
  { estimateMicros, packagesMicros, spentMicros, reservedMicros, currency, ...progress }: DispatchProgress,
) {
  return {
    ...progress,
    spend: spendOf(actor, currency, { estimateMicros, packagesMicros, spentMicros, reservedMicros }),
    finishAt: formatDatetimeOrNull(progress.finishAt),
    pausedUntil: formatDatetimeOrNull(progress.pausedUntil),
    startedAt: formatDatetimeOrNull(progress.startedAt),
    endedAt: formatDatetimeOrNull(progress.endedAt),
  };
}

function shownBreakdown(breakdown: DispatchBreakdown) {
  return {
    ...breakdown,
    computedAt: formatDatetime(breakdown.computedAt),
    points: breakdown.points.map((point) => ({ ...point, at: formatDatetime(point.at) })),
  };
}
