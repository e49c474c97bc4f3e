import { WrongUse } from './wrong-use.ts';

/** Standard input as JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongUse('Standard input is not valid JSON.');
  }
}
