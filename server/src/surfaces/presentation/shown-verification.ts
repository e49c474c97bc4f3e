// Profiles, widgets, figures and stops of verification codes, as the partner console and the back office show them.
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromMicros, microsFromDecimal } from '@volley/domain/money/money.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Stop } from '../../features/verification/overview/stops.ts';
import type { Profile } from '../../features/verification/profiles/profile.ts';
import type { Widget } from '../../features/verification/widgets/widget.ts';

/** The daily limit of a profile as a member of its draft or change; absent: unchanged. */
export function profileCap(amount: number | undefined): { dayMicrosMax?: bigint } {
  return amount === undefined ? {} : { dayMicrosMax: dayMicros(amount) };
}

/** Null: a widget without a daily limit of its own. */
export function widgetCap(amount: number | null): bigint | null {
  return amount === null ? null : dayMicros(amount);
}

function dayMicros(amount: number): bigint {
  const micros = microsFromDecimal(amount);
  if (micros === undefined) throw new Refusal('bad-request', { field: 'dayAmountMax', problem: PROBLEM.sixDecimals });
  return micros;
}

export function shownProfile<Row extends Profile>(row: Row) {
  const { dayMicrosMax, createdAt, channels, countries, callbackEndpointId: _target, ...profile } = row;
  return {
    ...profile,
    countries: [...countries],
    channels: [...channels],
    dayAmountMax: decimalFromMicros(dayMicrosMax),
    createdAt: formatDatetime(createdAt),
  };
}

export function shownWidget<Row extends Widget>({ dayMicrosMax, createdAt, ...widget }: Row) {
  return {
    ...widget,
    dayAmountMax: dayMicrosMax === null ? null : decimalFromMicros(dayMicrosMax),
    createdAt: formatDatetime(createdAt),
  };
}

export function shownStop(stop: Stop) {
  const { kind, companyId, companyName, gatewayId, gatewayName, widgetId, widgetName, day, inForce, sent } = stop;
  const amount = (micros: bigint) => ({ value: decimalFromMicros(micros), currency: stop.currency });
  return {
    kind,
    companyId,
    companyName,
    gatewayId,
    gatewayName,
    widgetId,
    widgetName,
    day,
    at: formatDatetime(stop.at),
    inForce,
    newNumbersOnly: stop.kind === 'DAY' && stop.isReserve,
    sent,
    prefix: stop.kind === 'PREFIX' ? stop.prefix : null,
    entered: stop.kind === 'PREFIX' ? stop.entered : null,
    spent: stop.kind === 'DAY' ? amount(stop.spentMicros) : null,
    limit: stop.kind === 'DAY' ? amount(stop.limitMicros) : null,
  };
}
