// One message with its whole story. Money is shown to who may see money, the number in full to who may read numbers,
// in the raw object too.

import * as contract from '@volley/contract/console/messages.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { CabinetActor } from '@volley/domain/actor.ts';
import { BRAND_IDS } from '@volley/domain/brand.ts';
import { statusOfState } from '@volley/domain/message-state.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { hasRight } from '@volley/domain/partner-role.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { maskedUrl } from '../../features/callbacks/masked-url.ts';
import { explainPrice, type PriceTrail } from '../../features/ledger/explain-price.ts';
import type { MessageCallbacks } from '../../features/reports/message-callbacks.ts';
import { getMessageCard, type MessageCard } from '../../features/reports/message-card.ts';
import { getAccountMessage } from '../../features/sends/list-account-messages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { messageObject } from '../message-object.ts';
import { mount } from '../mount-endpoint.ts';
import { shownMessage } from './messages.ts';
import { shownNumber } from './shown-number.ts';

export function mountMessage(app: ApiServer, platform: Platform): void {
  mount(app, contract.getMessage, platform, async ({ actor, params }) => {
    const card = await getMessageCard(platform, actor, params.uuid);
    return {
      ...shownMessage(card.message, actor),
      encoding: card.encoding,
      isTextRemoved: card.isTextRemoved,
      tags: card.tags,
      sendingMethod: card.sendingMethod,
      startsAt: formatDatetimeOrNull(card.startsAt),
      timeline: card.timeline.map((step) => ({ ...step, at: formatDatetime(step.at) })),
      priceTrail: hasRight(actor.role, 'money.read') ? await shownTrail(platform, actor, card) : null,
      reason: card.reason,
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

/** Null where nothing was priced: replies, and messages refused before a price was found. */
async function shownTrail(platform: Platform, actor: CabinetActor, { message }: MessageCard) {
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

async function findTrail(platform: Platform, actor: CabinetActor, uuid: string): Promise<PriceTrail | undefined> {
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

/** As the API shows it that the message came by. */
async function rawObject(platform: Platform, actor: CabinetActor, card: MessageCard): Promise<Record<string, unknown>> {
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

function partnerObject({ message, senderId }: MessageCard) {
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
  };
}
