// All entries of the dictionary, by kind.
import { API_CODES } from './api-codes.ts';
import type { Entry, Kind } from './entry.ts';
import { MESSAGE_CODES } from './message-codes.ts';
import { WIDGET_CODES } from './widget-codes.ts';

export const DICTIONARY: Readonly<Record<Kind, readonly Entry[]>> = {
  api: API_CODES,
  message: MESSAGE_CODES,
  widget: WIDGET_CODES,
};

export function findEntry(kind: Kind, code: number): Entry | undefined {
  return DICTIONARY[kind].find((entry) => entry.code === code);
}
