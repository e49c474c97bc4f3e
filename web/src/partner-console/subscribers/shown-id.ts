/**
 * Tokens of devices have up to 4,096 characters, and tokens of an app may have the same beginning: both ends are shown.
 */
const LENGTH_MAX = 24;
const END = 8;

export const shownId = (id: string): string =>
  id.length > LENGTH_MAX ? `${id.slice(0, LENGTH_MAX - END - 1)}…${id.slice(-END)}` : id;
