// Answers of the simulated Cloud API. Errors have the form of the Graph API.
import { randomBytes } from 'node:crypto';

export type CloudReply = { status: number; body: unknown; losesAnswer?: true };

/** Titles of the provider, which errors and failed statuses show. */
const titles: ReadonlyMap<number, string> = new Map([
  [2, 'Service temporarily unavailable'],
  [100, 'Invalid parameter'],
  [190, 'Access token has expired'],
  [130_429, 'Rate limit hit'],
  [131_000, 'Something went wrong'],
  [131_008, 'Required parameter is missing'],
  [131_009, 'Parameter value is not valid'],
  [131_026, 'Message undeliverable'],
  [131_031, 'Business Account locked'],
  [131_042, 'Business eligibility payment issue'],
  [131_047, 'Re-engagement message'],
  [131_048, 'Spam rate limit hit'],
  [131_049, 'Message was not delivered to keep a healthy ecosystem engagement'],
  [131_050, 'User has stopped marketing messages from this business'],
  [131_051, 'Unsupported message type'],
  [131_056, '(Business Account, Consumer Account) pair rate limit hit'],
  [132_000, 'Number of parameters does not match the expected number of params'],
  [132_001, 'Template name does not exist in the translation'],
  [132_018, 'There is an issue with the parameters in your template'],
  [133_010, 'Account not registered'],
]);

export const titleOf = (code: number): string => titles.get(code) ?? 'An unknown error has occurred';

/** An error of messaging. */
export function refused(code: number, details: string, status = 400): CloudReply {
  return failedWith(status, {
    message: `(#${code}) ${titleOf(code)}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details },
  });
}

/** An error of the Graph API, before messaging. */
export const graphError = (status: number, code: number, message: string, subcode?: number): CloudReply =>
  failedWith(status, {
    message,
    type: code === 100 ? 'GraphMethodException' : 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
  });

const failedWith = (status: number, error: object): CloudReply => ({
  status,
  body: { error: { ...error, fbtrace_id: randomBytes(8).toString('base64url') } },
});
