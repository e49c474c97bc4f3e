// Wording of mistakes that several endpoints report: one text per kind of mistake. The name of the field precedes it.
import type { FaultCode } from './fault.ts';

export const PROBLEM = {
  required: 'is required',
  blank: 'must not be blank',
  empty: 'must not be empty',
  /** Timestamps of the APIs. */
  timestamp: 'must be an ISO 8601 timestamp with an offset or Z',
  /** Local times of messages, in the time zone of the request. */
  localTimestamp: 'must be a timestamp such as 2026-07-02 10:00:00',
  cursor: 'must be a valid cursor',
  phoneNumber: 'must be a valid phone number',
  countryCode: 'must be a country code: two capital letters, ISO 3166',
  currencyCode: 'must be a currency code: three capital letters, ISO 4217',
  twoDecimals: 'must have at most two decimals',
  sixDecimals: 'must have at most six decimals',
  taken: 'is already in use',
} as const;

const CODES: Readonly<Record<keyof typeof PROBLEM, FaultCode>> = {
  required: 'required',
  blank: 'too-short',
  empty: 'too-short',
  timestamp: 'wrong-form',
  localTimestamp: 'wrong-form',
  cursor: 'wrong-form',
  phoneNumber: 'not-a-number',
  countryCode: 'wrong-form',
  currencyCode: 'wrong-form',
  twoDecimals: 'wrong-form',
  sixDecimals: 'wrong-form',
  taken: 'taken',
};

// Keys of PROBLEM are known.
const CODE_OF = new Map(
  Object.entries(PROBLEM).map(([key, text]) => [text as string, CODES[key as keyof typeof CODES]]),
);

/** The code of a common mistake; undefined: the problem is not one of these. */
export const codeOfProblem = (problem: string): FaultCode | undefined => CODE_OF.get(problem);
