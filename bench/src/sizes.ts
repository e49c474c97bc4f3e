// Sizes of the measurements of `--quick`.

export type Sizes = {
  readonly rounds: number;
  readonly smppSubmits: number;
  readonly acceptCalls: number;
  readonly messages: number;
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
  messages: 30_000,
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
