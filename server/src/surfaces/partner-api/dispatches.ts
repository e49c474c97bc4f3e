import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/partner/dispatches.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { appendMessages } from '../../features/dispatches/append-messages.ts';
import { createDispatch } from '../../features/dispatches/create-dispatch.ts';
import { getDispatch, listDispatches } from '../../features/dispatches/list-dispatches.ts';
import { startDispatch } from '../../features/dispatches/start-dispatch.ts';
import { stopDispatch } from '../../features/dispatches/stop-dispatch.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount, mountChange } from '../mount-endpoint.ts';

export function mountDispatches(app: ApiServer, platform: Platform): void {
  mountChange(
    app,
    contract.createDispatch,
    platform,
    ({ actor, body }) => createDispatch(platform, actor, draftOf(body)),
    accepted,
  );

  mountChange(
    app,
    contract.appendMessages,
    platform,
    ({ actor, params, body }) => appendMessages(platform, actor, params.id, body.messages),
    accepted,
  );

  mountChange(
    app,
    contract.startDispatch,
    platform,
    ({ actor, params }) => startDispatch(platform, actor, params.id),
    moved,
  );

  mountChange(
    app,
    contract.stopDispatch,
    platform,
    ({ actor, params }) => stopDispatch(platform, actor, params.id),
    moved,
  );

  mount(app, contract.listDispatches, platform, async ({ actor, query }) => {
    const { page, perPage } = query;
    const { total, items } = await listDispatches(platform, actor, query);
    return { page, perPage, total, items: items.map(shown) };
  });

  mount(app, contract.getDispatch, platform, async ({ actor, params }) =>
    shown(await getDispatch(platform, actor, params.id)),
  );
}

/** The recipients go through as they came: they are many, and a copy would change nothing. */
function draftOf({ schedule, ...body }: BodyOf<typeof contract.createDispatch>) {
  return {
    ...body,
    ...(schedule !== undefined && {
      schedule: { startAtMs: Date.parse(schedule.startAt), hours: schedule.hours, days: schedule.days },
    }),
  };
}

function accepted(answer: Awaited<ReturnType<typeof createDispatch>>) {
  const { id, status, estimateMicros, currency, parts, total, success, failed, messages, rejected } = answer;
  const priceEstimate = { total: decimalFromMicros(estimateMicros), currency, parts };
  return { id, status, priceEstimate, total, success, failed, messages, rejected };
}

function moved({ id, status }: Awaited<ReturnType<typeof startDispatch | typeof stopDispatch>>) {
  return { id, status };
}

function shown({ estimateMicros, ...dispatch }: Awaited<ReturnType<typeof getDispatch>>) {
  return {
    ...dispatch,
    priceEstimate: decimalFromMicros(estimateMicros),
    createdAt: formatDatetime(dispatch.createdAt),
    startedAt: formatDatetimeOrNull(dispatch.startedAt),
  };
}
