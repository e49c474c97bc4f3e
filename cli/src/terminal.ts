import type { Paint } from './delivery-line.ts';

export type Terminal = {
  /** Data, one line per call. */
  out(line: string): void;
  /** Messages to the user. */
  say(line: string): void;
  readonly paint: Paint;
};
