import { formatDatetime } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/partner/dispatches.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { isStartTooFarAhead } from '@volley/domain/sending/message-lifetime.ts';
import { callbackUrlFault } from '../../features/callbacks/targets/register-target.ts';
import { createDispatch } from '../../features/dispatches/create-dispatch.ts';
import { deleteDispatch } from '../../features/dispatches/delete-dispatch.ts';
import { getDispatch, listDispatches } from '../../features/dispatches/list-dispatches.ts';
import { estimateDispatch } from '../../features/dispatches/money/estimate-dispatch.ts';
import { appendMessages } from '../../features/dispatches/recipients/append-messages.ts';
import { listRejected, type RejectedPage } from '../../features/dispatches/recipients/rejected-recipients.ts';
import { startDispatch } from '../../features/dispatches/start-dispatch.ts';
import { stopDispatch } from '../../features/dispatches/stop-dispatch.ts';
import { listDispatchErrors } from '../../features/reports/dispatches/dispatch-errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { type Sound, withRules } from '../http/request-input.ts';
import { shownTimes, shownZone } from '../presentation/shown-dispatch.ts';

export function mountDispatches(app: ApiServer, platform: Platform): void {
  mountDrafts(app, platform);
  mountMoves(app, platform);

  mount(app, contract.listDispatches, platform, async ({ actor, query }) => {
    const { page, perPage } = query;
    const { total, items } = await listDispatches(platform, actor, query);
    return { page, perPage, total, items: items.map(shown) };
  });

  mount(app, contract.getDispatch, platform, async ({ actor, params }) => {
    const dispatch = await getDispatch(platform, actor, params.id);
    if (dispatch.messages.failed === 0) return shown(dispatch);
    return { ...shown(dispatch), errors: await listDispatchErrors(platform, actor, params.id) };
  });

  mount(app, contract.listRejected, platform, async ({ actor, params, query }) => {
    const { total, items } = await listRejected(platform, actor, params.id, query);
    return { ...query, total, items: items.map(shownRejected) };
  });
}

function mountDrafts(app: ApiServer, platform: Platform): void {
  const faultsOf = (body: Sound<DraftBody>) =>
    draftFaults(body, platform.clock.now().getTime(), platform.config.callbackAllow);
  mountChange(app, withRules(contract.createDispatch, faultsOf), platform, {
    act: ({ actor, body }) => {
      refuseFaults(faultsOf(body));
      return createDispatch(platform, actor, draftOf(body));
    },
    show: accepted,
  });

  mountChange(app, withRules(contract.estimateDispatch, faultsOf), platform, {
    act: ({ actor, body }) => {
      refuseFaults(faultsOf(body));
      return estimateDispatch(platform, actor, draftOf(body));
    },
    show: ({ messagesMicros, packagesMicros, currency, parts, zones, ...counts }) => ({
      priceEstimate: shownEstimate({ messagesMicros, packagesMicros, currency, parts }),
      ...counts,
      zones: zones.map(shownZone),
    }),
  });

  mountChange(app, contract.appendMessages, platform, {
    act: ({ actor, params, body }) => appendMessages(platform, actor, params.id, body.messages),
    show: accepted,
  });

  mount(app, contract.deleteDispatch, platform, ({ actor, params }) => deleteDispatch(platform, actor, params.id));
}

function mountMoves(app: ApiServer, platform: Platform): void {
  mountChange(app, contract.startDispatch, platform, {
    act: ({ actor, params }) => startDispatch(platform, actor, params.id),
    show: moved,
  });

  mountChange(app, contract.stopDispatch, platform, {
    act: ({ actor, params }) => stopDispatch(platform, actor, params.id),
    show: moved,
  });
}

function shownRejected({ rejectedAt, ...recipient }: RejectedPage['items'][number]) {
  return { ...recipient, rejectedAt: formatDatetime(rejectedAt) };
}

type DraftBody = BodyOf<typeof contract.createDispatch>;

function draftFaults({ callbackUrl, schedule }: Sound<DraftBody>, nowMs: number, allow: readonly string[]): Fault[] {
  const isTooFar = schedule?.startAt !== undefined && isStartTooFarAhead(Date.parse(schedule.startAt), nowMs);
  const wrongUrl = callbackUrl === undefined ? undefined : callbackUrlFault(callbackUrl, allow);
  return [
    ...(isTooFar
      ? [{ field: 'schedule.startAt', reason: 'must be at most 70 days ahead', code: 'wrong-time' } as const]
      : []),
    ...(wrongUrl ? [{ field: 'callbackUrl', ...wrongUrl }] : []),
  ];
}

/** The recipients are passed without a copy: there may be thousands. */
function draftOf({ schedule, ...body }: DraftBody) {
  return {
    ...body,
    ...(schedule !== undefined && {
      schedule: { startAtMs: Date.parse(schedule.startAt), hours: schedule.hours, days: schedule.days },
    }),
  };
}

function accepted(answer: Awaited<ReturnType<typeof createDispatch>>) {
  const { id, status, total, success, failed, messages, rejected } = answer;
  return { id, status, priceEstimate: shownEstimate(answer), total, success, failed, messages, rejected };
}

type Estimate = Pick<
  Awaited<ReturnType<typeof createDispatch>>,
  'messagesMicros' | 'packagesMicros' | 'currency' | 'parts'
>;

const shownEstimate = ({ messagesMicros, packagesMicros, currency, parts }: Estimate) => ({
  total: decimalFromMicros(messagesMicros + packagesMicros),
  messagesTotal: decimalFromMicros(messagesMicros),
  packagesTotal: decimalFromMicros(packagesMicros),
  currency,
  parts,
});

function moved({ id, status }: Awaited<ReturnType<typeof startDispatch | typeof stopDispatch>>) {
  return { id, status };
}

function shown({
  estimateMicros,
  packagesMicros,
  spentMicros,
  reservedMicros,
  ...dispatch
}: Awaited<ReturnType<typeof getDispatch>>) {
  return {
    ...dispatch,
    priceEstimate: decimalFromMicros(estimateMicros),
    packagesEstimate: decimalFromMicros(packagesMicros),
    spent: decimalFromMicros(spentMicros),
    reserved: decimalFromMicros(reservedMicros),
    ...shownTimes(dispatch),
  };
}
