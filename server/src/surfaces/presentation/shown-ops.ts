// The operations wall on the wire, for the staff endpoint and the live topic.
import type * as contract from '@volley/contract/back-office/delivery/ops.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { Static } from 'typebox';
import type { OpsPoint, OpsSnapshot } from '../../features/reports/ops/ops-snapshot.ts';

type Shown = Static<typeof contract.OpsSnapshot>;

const tenths = (value: number) => Math.round(value * 10) / 10;

export function shownPoint({ at, rates }: OpsPoint) {
  return {
    at: formatDatetime(at),
    rates: rates && {
      accepted: tenths(rates.accepted),
      submitted: tenths(rates.submitted),
      delivered: tenths(rates.delivered),
      failed: tenths(rates.failed),
    },
  };
}

export function shownOps(snapshot: OpsSnapshot): Shown {
  const { outcomes, failures, links, callbacks, instances, database } = snapshot;
  return {
    ...snapshot,
    ...shownPoint(snapshot),
    engine: { ...snapshot.engine },
    lanes: [...snapshot.lanes],
    outcomes: outcomes.map(({ brand, ...rest }) => ({ ...rest, operator: brand })),
    failures: failures.map(({ brand, ...rest }) => ({ ...rest, operator: brand })),
    links: links.map(shownLink),
    callbacks: callbacks.map(({ oldest, failingSince, ...rest }) => ({
      ...rest,
      oldest: formatDatetimeOrNull(oldest),
      failingSince: formatDatetimeOrNull(failingSince),
    })),
    instances: instances.map(({ startedAt, roles, ...rest }) => ({
      ...rest,
      roles: [...roles],
      startedAt: formatDatetime(startedAt),
    })),
    database: { ms: tenths(database.ms) },
  };
}

function shownLink(link: OpsSnapshot['links'][number]): Shown['links'][number] {
  const {
    linkId,
    name,
    protocol,
    channelType,
    brands,
    ratePerSecond,
    windowSize,
    receiptsPerPart,
    enabled,
    paused,
    bound,
    degradedBecause,
    degradedSince,
    lastError,
    lastBoundAt,
    outstanding,
  } = link;
  return {
    linkId,
    name,
    protocol,
    channelType,
    brands: [...brands],
    ratePerSecond,
    windowSize,
    receiptsPerPart,
    enabled,
    paused,
    bound,
    degradedBecause,
    degradedSince: formatDatetimeOrNull(degradedSince),
    lastError,
    lastBoundAt: formatDatetimeOrNull(lastBoundAt),
    outstanding,
  };
}
