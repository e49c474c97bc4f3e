import { WrongUse } from './wrong-use.ts';

/** The value of an option in seconds. */
export function readSeconds(option: string, text: string | undefined, defaultSeconds: number): number {
  if (text === undefined) return defaultSeconds;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new WrongUse(`--${option} must be a number of seconds from 1.`);
  return Number(text);
}
