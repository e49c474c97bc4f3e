import type { Platform } from '../platform/platform.ts';

export type Command = {
  /** Options and purpose, for `--help`. */
  readonly help: string;
  /** A text is printed unchanged, any other value as JSON. */
  readonly run: (platform: Platform, args: readonly string[]) => Promise<unknown>;
};
