import type { Platform } from '../platform/platform.ts';

export type Command = {
  /** Options and what it does, for `--help`. */
  readonly help: string;
  /** Text is printed as it is, anything else as JSON. */
  readonly run: (platform: Platform, args: readonly string[]) => Promise<unknown>;
};
