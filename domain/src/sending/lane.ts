// Three lanes keep a verification code or an order confirmation from waiting behind an advertising campaign. The lane
// follows the derived traffic type, never the claimed type.

import type { TrafficType } from '../money/tariff.ts';

export const LANES = ['urgent', 'normal', 'bulk'] as const;

export type Lane = (typeof LANES)[number];

export function laneOf(trafficType: TrafficType, isDispatch: boolean): Lane {
  if (trafficType === 'AUTHORIZE' || trafficType === 'TRANSACT') return 'urgent';
  return trafficType === 'PROMO' && isDispatch ? 'bulk' : 'normal';
}

/**
 * After a lost answer the operator may or may not have the message. A duplicate code is better than no code; an
 * advertisement waits for a receipt first.
 */
export function resendInDoubtAtOnce(trafficType: TrafficType): boolean {
  return trafficType === 'AUTHORIZE' || trafficType === 'TRANSACT';
}
