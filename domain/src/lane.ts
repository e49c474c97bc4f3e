// Three lanes keep a code or a receipt from waiting behind an advertising campaign. The lane follows the derived
// traffic type, never the claimed one.

import type { TrafficType } from './tariff.ts';

export const LANES = ['urgent', 'normal', 'bulk'] as const;

export type Lane = (typeof LANES)[number];

export function laneOf(trafficType: TrafficType, isDispatch: boolean): Lane {
  if (trafficType === 'AUTHORIZE' || trafficType === 'TRANSACT') return 'urgent';
  return trafficType === 'PROMO' && isDispatch ? 'bulk' : 'normal';
}

/**
 * After a lost answer the operator may or may not have the message. A code that comes twice is better than none;
 * an advertisement first waits for a receipt.
 */
export function resendInDoubtAtOnce(trafficType: TrafficType): boolean {
  return trafficType === 'AUTHORIZE' || trafficType === 'TRANSACT';
}
