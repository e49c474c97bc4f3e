// Codes that visitors of widgets requested but did not enter. Their weight halves every six hours; a confirmed code
// takes its own weight away and that of another code, so places where most codes are entered stay at zero.

export type UnconfirmedCodes = {
  readonly number: number;
  /** Numbers of the block of a hundred with such codes. */
  readonly block: number;
  readonly address: number;
};

export const HALF_LIFE_SECONDS = 21_600;
/** Codes that one confirmed code takes away. */
export const CODES_PER_CONFIRMATION = 2;
/** More have no further effect, so that the weight ends within a day. */
export const CODES_COUNTED_MAX = 20;

/** Block of a hundred consecutive numbers: small enough that a pumped range leaves its neighbors alone. */
export function numberBlock(destination: string): string {
  return destination.slice(0, -2);
}
