import { showEvent } from '@volley/contract/callbacks/show-event.ts';
import * as contract from '@volley/contract/console/callbacks.ts';
import { formatDatetime, formatDatetimeOrNull, parseDatetime } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { ATTEMPTS_KEPT_DAYS } from '../../features/callbacks/feed/forget-events.ts';
import type { NumberedEvent } from '../../features/callbacks/feed/read-feed.ts';
import {
  type Delivery,
  getDelivery,
  listDeliveries,
  listTargets,
  type Target,
} from '../../features/callbacks/partner/partner-deliveries.ts';
import { type PartnerReplay, replayForPartner, sendExample } from '../../features/callbacks/partner/partner-replays.ts';
import { maskedUrl } from '../../features/callbacks/targets/masked-url.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { seesMoney } from '../presentation/sees-money.ts';
import { exampleBody, exampleId } from './example-event.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets' | 'bus' | 'clock'>;

export function mountCallbacks(app: ApiServer, platform: Needs): void {
  mount(app, contract.listCallbackTargets, platform, async ({ actor, query }) => {
    const { callbackSourceAddress: sourceAddress } = platform.config;
    return {
      items: (await listTargets(platform, actor, query.companyId)).map(shownTarget),
      sourceAddress: sourceAddress === '' ? null : sourceAddress,
      keptDays: ATTEMPTS_KEPT_DAYS,
    };
  });

  mount(app, contract.listCallbackDeliveries, platform, async ({ actor, query }) => {
    const { limit, from, to, ...filter } = query;
    const times = { from: from && instant('from', from), to: to && instant('to', to) };
    const sought = { ...filter, from: times.from || undefined, to: times.to || undefined };
    const { rows, next } = await listDeliveries(platform, actor, sought, limit);
    return { items: rows.map(shown), next };
  });

  mount(app, contract.getCallbackDelivery, platform, async ({ actor, params }) => {
    const { delivery, events, headers, attempts, attemptsMax } = await getDelivery(platform, actor, params.id);
    return {
      ...shown(delivery),
      url: maskedUrl(delivery.url),
      headers: [...headers],
      body: events && events.map((event) => shownEvent(event, seesMoney(actor))),
      response: delivery.response,
      attempts: attempts.map(({ id, at, attempt, status, error, ms }) => ({
        id,
        at: formatDatetime(at),
        attempt,
        status,
        error,
        ms,
      })),
      nextTryAt: formatDatetimeOrNull(delivery.nextTryAt),
      attemptsMade: delivery.attemptsMade ?? delivery.attempt,
      attemptsMax,
    };
  });

  mount(app, contract.replayCallbacks, platform, async ({ actor, body, note }) => {
    const { companyId, dryRun = false } = body;
    const facts = (events: number) => ({
      subject: { kind: 'companies', id: companyId },
      details: { what: body.what, dryRun, events },
    });
    note(facts);
    const events = await replayForPartner(platform, actor, companyId, { request: replayOf(body), dryRun });
    // A dry run rolls its transaction back, and its audit row with it.
    if (dryRun) note(facts(events));
    return { events };
  });

  mount(app, contract.sendExampleCallback, platform, async ({ actor, params, body }) => {
    const example = exampleBody(body.event, platform.clock.now());
    const outcome = await sendExample(platform, actor, params.id, { id: exampleId(), body: example });
    return { ...outcome, body: example };
  });
}

/** As sent; prices are removed for users who may not see money. */
function shownEvent({ number, event }: NumberedEvent, showsMoney: boolean) {
  const { price, ...rest } = { price: undefined, ...showEvent(number, event) };
  return showsMoney && price !== undefined ? { ...rest, price } : rest;
}

function shownTarget({ failingSince, nextTryAt, hours, url, ...target }: Target) {
  return {
    ...target,
    host: new URL(url).host,
    url: maskedUrl(url),
    failingSince: formatDatetimeOrNull(failingSince),
    nextTryAt: formatDatetimeOrNull(nextTryAt),
    hours: hours.map(({ at, taken, failed }) => ({ at: formatDatetime(at), taken, failed })),
  };
}

function shown(row: Delivery) {
  const { id, companyId, targetId, form, events, messageUuid, state, attempt, status, error, ms } = row;
  const kinds = row.kinds === null || row.kinds === '' ? [] : row.kinds.split(' ');
  const about = { id, companyId, targetId, form, events, messageUuid, state, attempt, status, error, ms };
  return { ...about, kinds, at: formatDatetime(row.at), host: new URL(row.url).host };
}

function replayOf(body: BodyOf<typeof contract.replayCallbacks>): PartnerReplay {
  const to = body.targetId === undefined ? {} : { endpointId: body.targetId };
  switch (body.what) {
    case 'delivery':
      return { what: 'delivery', deliveryId: body.deliveryId ?? missing('deliveryId') };
    case 'message':
      return { ...to, what: 'message', messageUuid: body.messageUuid ?? missing('messageUuid') };
    case 'period':
      return { ...to, what: 'period', from: instant('from', body.from), to: instant('to', body.to) };
    case 'failed':
      return { ...to, what: 'failed', ...(body.since !== undefined && { since: instant('since', body.since) }) };
  }
}

function instant(field: string, text: string | undefined): Date {
  return (text === undefined ? undefined : parseDatetime(text)) ?? missing(field);
}

function missing(field: string): never {
  throw new Refusal('bad-request', { field, problem: PROBLEM.required });
}
