import { WrongUse } from './wrong-use.ts';

/** The id of a dispatch or template. */
export function readId([text]: readonly string[]): number {
  if (text === undefined || !/^\d{1,10}$/.test(text)) throw new WrongUse('Pass one id, a number.');
  return Number(text);
}
