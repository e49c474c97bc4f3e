// Versions of tariffs for the grid: in force, scheduled, and the changes of a draft.
import type * as contract from '@volley/contract/back-office/money/prices.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';

export type Version = ReplyOf<typeof contract.listTariffVersions>['items'][number];
export type Step = { readonly from: number; readonly price: number; readonly priceMauBatch: number };

export type TariffKey = {
  readonly senderType: Version['senderType'];
  readonly brand?: Version['brand'] | undefined;
  readonly trafficType?: Version['trafficType'] | undefined;
  readonly countryCode?: string | undefined;
};

/** The country comes last and is omitted for the home country. */
export const keyText = ({ senderType, brand, trafficType, countryCode }: TariffKey) =>
  [senderType, brand ?? '*', trafficType ?? '*', ...(countryCode === undefined ? [] : [countryCode])].join('.');

/** A foreign country has one price for all operators, optionally per traffic type. */
export const countryKey = (countryCode: string) => keyText({ senderType: 'COMMON', countryCode });

export function readKey(text: string): TariffKey | undefined {
  const [plan, brand, traffic, countryCode] = text.split('.');
  const senderType = SENDER_TYPES.find((one) => one === plan);
  if (senderType === undefined) return undefined;
  return {
    senderType,
    brand: BRANDS.find((one) => one === brand),
    trafficType: TRAFFIC_TYPES.find((one) => one === traffic),
    countryCode,
  };
}

const since = ({ effectiveFrom }: Version) => (effectiveFrom === null ? 0 : Date.parse(effectiveFrom));

/** The latest version in effect. */
export function inForce(versions: readonly Version[], key: string, nowMs: number): Version | undefined {
  return versions
    .filter((version) => keyText(version) === key && since(version) <= nowMs)
    .toSorted((one, other) => since(other) - since(one))[0];
}

/** Newest first, including scheduled versions. */
export function versionsOf(versions: readonly Version[], key: string): Version[] {
  return versions.filter((version) => keyText(version) === key).toSorted((one, other) => other.version - one.version);
}

export type StepChange = {
  readonly from: number;
  /** Absent: the threshold is new (`before`) or removed (`after`). */
  readonly before: Step | undefined;
  readonly after: Step | undefined;
};

export function diffSteps(before: readonly Step[], after: readonly Step[]): StepChange[] {
  const thresholds = [...new Set([...before, ...after].map(({ from }) => from))].toSorted((one, other) => one - other);
  return thresholds.map((from) => ({
    from,
    before: before.find((step) => step.from === from),
    after: after.find((step) => step.from === from),
  }));
}

/** The problem of a draft's steps, checked before the request. */
export function stepsProblem(
  model: Version['pricingModel'],
  steps: readonly Step[],
): 'zero' | 'twice' | 'one' | undefined {
  if (!steps.some(({ from }) => from === 0)) return 'zero';
  if (new Set(steps.map(({ from }) => from)).size < steps.length) return 'twice';
  return model === 'FIXED' && steps.length > 1 ? 'one' : undefined;
}
