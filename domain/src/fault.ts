// One thing that a caller has to mend: where it stands in the request, what is wrong with it, and a word for programs.

/** Code → what it tells. Codes are part of the interface: they are added to, never renamed. */
export const FAULT_CODES = {
  required: 'the member is missing',
  'wrong-type': 'another JSON type is wanted',
  'not-in-list': 'the value is none of those listed in the reason',
  'too-small': 'the number is below the least one',
  'too-large': 'the number is above the greatest one',
  'too-short': 'the text is too short, or blank',
  'too-long': 'the text is too long',
  'too-few': 'the list or object is empty',
  'too-many': 'the list or object holds too much',
  repeated: 'a value stands twice in its list',
  'given-twice': 'the query parameter may be given once',
  'wrong-form': 'the text does not have the form that the reason describes',
  'wrong-time': 'the time is out of its bounds or in the wrong order',
  'malformed-json': 'the body is not JSON',
  'malformed-request': 'the request is not HTTP as it should be, or was cut off',
  'bad-text': 'the text holds NUL or a lone surrogate, or the member may not have this name',
  'payload-too-large': 'the body is larger than the limit in the reason',
  'media-type': 'the body has another media type, or is packed',
  'unknown-id': 'the id names nothing that the caller has',
  'over-budget': 'the monthly budget does not cover the cost',
  'company-disabled': 'the company is DISABLED',
  'dispatch-status': 'the dispatch is in a status that does not allow this',
  'sender-unknown': 'no sender name of the company has this id',
  'sender-other-channel': 'the sender name is of another channel',
  'sender-suspended': 'the sender name is suspended',
  'sender-closed': 'the validity of the sender name is over',
  'sender-in-review': 'the sender name is not approved yet',
  'sender-rejected': 'the sender name was rejected and must be corrected',
  'sender-denied': 'the sender name was refused for good',
  'sender-not-yet-valid': 'the validity of the sender name has not begun',
  'sender-unusable': 'the sender name cannot be used',
  'sender-duplicate': 'the company has such a sender name already',
  'sender-not-editable': 'the member cannot be changed in this status',
  'sender-status': 'the sender name is in a status that does not allow this',
  'template-status': 'the template is in a status that does not allow this',
  'document-unknown': 'no document of the company has this id',
  'document-needed': 'a sender name still needs the document',
  'callback-address': 'callbacks are not sent to this address or port',
  'not-a-number': 'the text is no phone number',
  country: 'numbers of this country are not served',
  'not-a-subscriber': 'the number is not assigned to subscribers',
  captcha: 'the captcha was not passed or could not be verified',
  taken: 'the value is in use already',
  invalid: 'a rule that the reason describes',
} as const;

export type FaultCode = keyof typeof FAULT_CODES;

export type Fault = { readonly field: string; readonly reason: string; readonly code: FaultCode };

/** What is wrong, as far as it is told; `total` counts the rest too. */
export type Faults = { readonly faults: readonly Fault[]; readonly total: number };

export const FAULTS_MAX = 20;

/** The first fault of each field, the first twenty fields. */
export function gatherFaults(lists: readonly Faults[]): Faults {
  const seen = new Set<string>();
  const told = lists.flatMap(({ faults }) => faults);
  const first = told.filter(({ field }) => !seen.has(field) && seen.add(field));
  const total = lists.reduce((sum, list) => sum + list.total, 0) - (told.length - first.length);
  return { faults: first.slice(0, FAULTS_MAX), total };
}

export const asFaults = (faults: readonly Fault[]): Faults => ({ faults, total: faults.length });
