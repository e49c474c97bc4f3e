// The senders of one name or dispatch with their prices. Remembers choices and offers by operator, country, time zone
// and traffic type: thousands of recipients share a few of them, and recipients of one strand share its key object.
// Maps within maps instead of composed keys: a lookup allocates nothing.

import type { TrafficType } from '../money/tariff.ts';
import type { Brand } from '../numbers/brand.ts';
import { type ChosenSender, type SenderRules, senderFor } from './chosen-sender.ts';
import type { KnownNumber } from './known-number.ts';
import { makeOffer, type Offer, type PriceRules } from './offer.ts';
import { isRefused, type Refused } from './refused.ts';

type Facts = Pick<KnownNumber, 'brand' | 'hostBrand' | 'country'>;

export type SenderLine = {
  /** Undefined: no sender may be used for the number. */
  readonly choose: (facts: Facts | undefined) => ChosenSender | undefined;
  /** `chosen`: of this line, for this number. A refused number gets the offer under which its message fails. */
  readonly offer: (
    chosen: ChosenSender,
    number: Facts | Refused | undefined,
    timezone: string,
    trafficType: TrafficType,
  ) => Offer;
};

/** In place of a country that is not open: its price does not matter. */
const CLOSED = 'closed';

export function openLine(rules: SenderRules & PriceRules): SenderLine {
  const choices = new Map<Brand | undefined, Map<Brand | undefined, ChosenSender | undefined>>();
  const offers = new Map<ChosenSender, Map<string | undefined, Map<string, Map<TrafficType, Offer>>>>();
  return {
    choose: (facts) => {
      const ofBrand = within(choices, facts?.brand);
      const known = ofBrand.get(facts?.hostBrand);
      if (known !== undefined || ofBrand.has(facts?.hostBrand)) return known;
      const chosen = senderFor(rules, facts);
      ofBrand.set(facts?.hostBrand, chosen);
      return chosen;
    },
    offer: (chosen, number, timezone, trafficType) => {
      const facts = isRefused(number) ? undefined : number;
      const isFree = isRefused(number) && number.country !== undefined;
      const ofZone = within(within(within(offers, chosen), isFree ? CLOSED : facts?.country), timezone);
      const known = ofZone.get(trafficType);
      if (known !== undefined) return known;
      const offer = makeOffer(rules, chosen, { facts, timezone, trafficType, isFree });
      ofZone.set(trafficType, offer);
      return offer;
    },
  };
}

function within<Outer, Inner, Value>(maps: Map<Outer, Map<Inner, Value>>, key: Outer): Map<Inner, Value> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const fresh = new Map<Inner, Value>();
  maps.set(key, fresh);
  return fresh;
}
