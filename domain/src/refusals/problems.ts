// Wording of mistakes that several endpoints report: one text per kind of mistake. The name of the field precedes it.
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
