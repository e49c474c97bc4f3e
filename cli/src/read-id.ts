import { WrongUse } from './wrong-use.ts';

/** The id of a dispatch or template, the only argument. */
export function readId([text, ...rest]: readonly string[]): number {
  if (text === undefined || rest.length > 0 || !/^\d{1,10}$/.test(text)) throw new WrongUse('Pass one id, a number.');
  return Number(text);
}
