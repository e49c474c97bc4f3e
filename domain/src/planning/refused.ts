// Reasons for which planning refuses a message. Clients see the codes and the texts.

import { ERROR } from '../sending/message-error.ts';
import { RENDERED_LENGTH_MAX } from '../text/text-substitution.ts';
import { PARTS_MAX } from './message-parts.ts';

export type Refused = {
  readonly kind: 'refused';
  readonly errorCode: number;
  readonly msg: string;
  /** Only when the country is not open to the company. */
  readonly country?: string;
};

export const refused = (errorCode: number, msg: string): Refused => ({ kind: 'refused', errorCode, msg });

/** Tests the member, not `kind`: facts about numbers have a `kind` of their own. */
export const isRefused = (found: object | undefined): found is Refused => found !== undefined && 'errorCode' in found;

export const NOT_A_NUMBER = refused(ERROR.numberUnusable, 'Destination is not a phone number');
export const NO_COUNTRY = refused(ERROR.numberUnusable, 'Destination belongs to no country');
export const NOT_REACHABLE = refused(ERROR.numberUnusable, 'Destination is a landline, toll-free or service number');
/** Outside test mode; callers refuse the whole call. */
export const SANDBOX_NUMBER = refused(ERROR.numberUnusable, 'must not be a sandbox number');
export const NUMBER_BLOCKED = refused(ERROR.numberBlocked, 'Number is on a block list');
export const MACHINE = refused(ERROR.destinationRestricted, 'Sending to machines and satellite phones is restricted');
export const NOT_ASSIGNED = refused(ERROR.numberUnknown, 'Number is not assigned to subscribers');
export const NO_SENDER = refused(ERROR.senderUnavailable, 'No sender for the operator of this number');
export const SENDER_BLOCKED = refused(ERROR.senderBlocked, 'Sender name is on a block list');
export const NO_PRICE = refused(ERROR.destinationRestricted, 'Destination country has no price');
export const NO_SESSION = refused(ERROR.notFound, 'No approved template matches, and the 24-hour session is closed');
export const EMPTY_TEXT = refused(ERROR.textUnusable, 'Text is empty or blank');
export const TOO_MANY_PARTS = refused(ERROR.textUnusable, `Text is longer than ${PARTS_MAX} parts`);
export const RENDERED_TOO_LONG = refused(ERROR.textUnusable, `Text is longer than ${RENDERED_LENGTH_MAX} characters`);

export const closedCountry = (country: string): Refused => ({
  ...refused(ERROR.destinationRestricted, `Destination country ${country} is not open for this company`),
  country,
});

export const missingValue = (token: string): Refused => refused(ERROR.textUnusable, `No value for {${token}}`);
