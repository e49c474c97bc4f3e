// A message with its full history. Money is shown with the right to see money, the full number with the right to read
// numbers, also in the raw object.

import * as contract from '@volley/contract/console/messages.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { statusOfState } from '@volley/domain/sending/message-state.ts';
import { maskedUrl } from '../../features/callbacks/targets/masked-url.ts';
import { explainPrice, type PriceTrail } from '../../features/ledger/explain-price.ts';
import type { MessageCallbacks } from '../../features/reports/messages/message-callbacks.ts';
import { getMessageCard, type MessageCard } from '../../features/reports/messages/message-card.ts';
import { getAccountMessage } from '../../features/sends/list-account-messages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { messageObject } from '../presentation/message-object.ts';
import { shownMessage } from './messages.ts';
import { shownNumber } from './shown-number.ts';

export function mountMessage(app: ApiServer, platform: Platform): void {
  mount(app, contract.getMessage, platform, async ({ actor, params }) => {
    const card = await getMessageCard(platform, actor, params.uuid);
    return {
      ...shownMessage(card.message, actor),
      providerCode: card.providerCode,
      encoding: card.encoding,
      isTextRemoved: card.isTextRemoved,
      tags: card.tags,
      sendingMethod: card.sendingMethod,
      startsAt: formatDatetimeOrNull(card.startsAt),
      timeline: card.timeline.map((step) => ({ ...step, at: formatDatetime(step.at) })),
      priceTrail: hasRight(actor.role, 'money.read') ? await shownTrail(platform, actor, card) : null,
      reason: card.reason,
      routeWait: card.routeWait && {
        since: formatDatetime(card.routeWait.since),
        endsAt: formatDatetime(card.routeWait.endsAt),
      },
      route: card.route && { ...card.route, passed: [...card.route.passed] },
      callbacks: card.callbacks === null ? null : shownCallbacks(card.callbacks),
      cascade: card.cascade,
      links: card.links.map(({ first_click_at: firstClickAt, ...link }) => ({
        ...link,
        firstClickAt: formatDatetimeOrNull(firstClickAt),
      })),
      raw: await rawObject(platform, actor, card),
    };
  });
}

/** Null: not priced, for inbound messages and messages refused before pricing. */
async function shownTrail(platform: Platform, actor: PartnerConsoleActor, { message }: MessageCard) {
  const trail = message.direction === 'inbound' ? undefined : await findTrail(platform, actor, message.messageUuid);
  if (trail === undefined) return null;
  const { tariff } = trail;
  const money = (micros: bigint) => ({ value: decimalFromMicros(micros), currency: tariff.currency });
  const moneyOrNull = (micros: bigint | null) => (micros === null ? null : money(micros));
  const step = (one: { from: number; priceMicros: bigint }) => ({ from: one.from, price: money(one.priceMicros) });
  return {
    estimate: money(trail.reservedMicros),
    reserved: money(trail.month === null ? 0n : trail.reservedMicros),
    settled: moneyOrNull(trail.settledMicros),
    released: moneyOrNull(trail.releasedMicros),
    packages: trail.packages.map(step),
    spent: money(trail.spentMicros),
    month: trail.month,
    volumeBefore: trail.volumeBefore,
    step: trail.step === null ? null : step(trail.step),
    tariff: {
      id: tariff.id,
      version: tariff.version,
      effectiveFrom: tariff.effectiveFrom.getTime() === 0 ? null : formatDatetime(tariff.effectiveFrom),
      senderType: tariff.senderType,
      brand: tariff.brand ?? null,
      trafficType: tariff.trafficType ?? null,
      pricingModel: tariff.pricingModel,
    },
  };
}

async function findTrail(
  platform: Platform,
  actor: PartnerConsoleActor,
  uuid: string,
): Promise<PriceTrail | undefined> {
  try {
    return await explainPrice(platform, actor, uuid);
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not-found') return undefined;
    throw error;
  }
}

function shownCallbacks({ events, url, ...callbacks }: MessageCallbacks) {
  return {
    ...callbacks,
    url: url === null ? null : maskedUrl(url),
    events: events.map(({ attempts, ...event }) => ({
      ...event,
      at: formatDatetime(event.at),
      nextTryAt: formatDatetimeOrNull(event.nextTryAt),
      attempts: attempts.map((attempt) => ({ ...attempt, at: formatDatetime(attempt.at) })),
    })),
  };
}

/** As shown by the API through which the message came. */
async function rawObject(
  platform: Platform,
  actor: PartnerConsoleActor,
  card: MessageCard,
): Promise<Record<string, unknown>> {
  const { accountId: companyId } = card;
  const raw: Record<string, unknown> =
    companyId === null
      ? partnerObject(card)
      : messageObject(await getAccountMessage(platform, { companyId }, card.message.messageUuid), actor.currency);
  const { price, callbackUrl, ...rest } = raw;
  const destination = shownNumber(card.message.destination, actor);
  return {
    ...rest,
    destination,
    ...(typeof callbackUrl === 'string' && { callbackUrl: maskedUrl(callbackUrl) }),
    ...(price !== undefined && hasRight(actor.role, 'money.read') && { price }),
  };
}

function partnerObject({ message, senderId, providerCode }: MessageCard) {
  const status = statusOfState(message.state ?? 'queued');
  return {
    messageUuid: message.messageUuid,
    destination: message.destination,
    text: message.text,
    parts: message.parts,
    status,
    price: decimalFromMicros(message.priceMicros ?? 0n),
    senderId,
    brandId: BRAND_IDS[message.operator ?? 'unknown'],
    createdAt: formatDatetime(message.createdAt),
    sentAt: formatDatetimeOrNull(message.sentAt),
    deliveredAt: status === 'DELIVERED' ? formatDatetimeOrNull(message.finalAt) : null,
    ...(message.errorCode !== null && { errorCode: message.errorCode }),
    ...(providerCode !== null && { providerCode }),
  };
}
