// Sizes of the measurements of `--quick`.
import type { CostSizes } from './cost/message-cost.ts';

export type Sizes = {
  readonly rounds: number;
  readonly smppSubmits: number;
  readonly acceptCalls: number;
  readonly messages: number;
  readonly cost: CostSizes;
  readonly statements: { readonly sends: number; readonly idleSeconds: number };
  readonly kannelMessages: number;
  readonly starts: number;
  readonly apiStarts: number;
  readonly sendRoundMs: number;
  readonly warmUpSeconds: number;
  readonly pacedSeconds: number;
  readonly codes: number;
  readonly codesAmong: number;
  readonly events: number;
  readonly quietSeconds: number;
};

export const QUICK: Sizes = {
  rounds: 3,
  smppSubmits: 2_000,
  acceptCalls: 30,
  messages: 60_000,
  cost: { rounds: 3, messages: 60_000, warmUp: 10_000, idleSeconds: 10 },
  statements: { sends: 15, idleSeconds: 30 },
  kannelMessages: 4_000,
  starts: 100,
  apiStarts: 5,
  sendRoundMs: 3_000,
  warmUpSeconds: 3,
  pacedSeconds: 15,
  codes: 200,
  codesAmong: 120_000,
  events: 50_000,
  quietSeconds: 15,
};

/** Proves within a minute that every figure can be measured. The values are not meaningful. */
export const SMOKE: Sizes = {
  rounds: 1,
  smppSubmits: 200,
  acceptCalls: 4,
  messages: 2_000,
  cost: { rounds: 1, messages: 2_000, warmUp: 500, idleSeconds: 2 },
  statements: { sends: 3, idleSeconds: 5 },
  kannelMessages: 200,
  starts: 5,
  apiStarts: 1,
  sendRoundMs: 300,
  warmUpSeconds: 1,
  pacedSeconds: 2,
  codes: 20,
  codesAmong: 4_000,
  events: 2_000,
  quietSeconds: 1,
};

/** For `--only cost --judge`: see cost/judged-cost.ts. */
export const JUDGED = {
  cost: { rounds: 1, messages: 20_000, warmUp: 5_000, idleSeconds: 10, receiptDelayMs: 500 },
  statements: { sends: 7, idleSeconds: 20 },
} as const satisfies Pick<Sizes, 'cost' | 'statements'>;
