// A defect of a request that the caller must fix: its place, a reason for people and a code for programs.

/** Code → meaning. Codes are part of the API: codes are added, never renamed. */
export const FAULT_CODES = {
  required: 'the member is missing',
  'wrong-type': 'the JSON type is wrong',
  'not-in-list': 'the value is not one of those in the reason',
  'too-small': 'the number is below the minimum',
  'too-large': 'the number is above the maximum',
  'too-short': 'the text is too short, or blank',
  'too-long': 'the text is too long',
  'too-few': 'the list or object is empty',
  'too-many': 'the list or object has too many items or members',
  repeated: 'a value is repeated in its list',
  'given-twice': 'the query parameter must be given once',
  'wrong-form': 'the text does not have the form that the reason describes',
  'wrong-time': 'the time is out of range or in the wrong order',
  'malformed-json': 'the body is not JSON',
  'malformed-request': 'the request is malformed HTTP or incomplete',
  'bad-text': 'the text contains NUL or a lone surrogate, or the name of a member is not allowed',
  'payload-too-large': 'the body is larger than the limit in the reason',
  'media-type': 'the media type is not supported, or the body is compressed',
  'unknown-id': 'the id belongs to no object of the caller',
  'over-budget': 'the monthly budget does not cover the cost',
  'company-disabled': 'the company is DISABLED',
  'dispatch-status': 'the dispatch is in a status that does not allow this',
  'no-recipients': 'the dispatch has no recipients, or none of them was accepted',
  'sender-unknown': 'no sender name of the company has this id',
  'sender-other-channel': 'the sender name belongs to another channel',
  'sender-suspended': 'the sender name is suspended',
  'sender-closed': 'the validity of the sender name has ended',
  'sender-in-review': 'the sender name is not approved yet',
  'sender-rejected': 'the sender name was rejected and must be corrected',
  'sender-denied': 'the sender name was refused permanently',
  'sender-not-yet-valid': 'the validity of the sender name has not begun',
  'sender-unusable': 'the sender name cannot be used',
  'sender-duplicate': 'the company already has this sender name',
  'sender-not-editable': 'the member cannot be changed in this status',
  'sender-status': 'the sender name is in a status that does not allow this',
  'template-status': 'the template is in a status that does not allow this',
  'document-unknown': 'no document of the company has this id',
  'document-needed': 'a sender name still needs the document',
  'callback-address': 'callbacks are not sent to this address or port',
  'not-a-number': 'the text is not a valid phone number',
  country: 'numbers of this country are not served',
  'not-a-subscriber': 'the number is not assigned to subscribers',
  captcha: 'the captcha was not passed or could not be verified',
  taken: 'the value is already in use',
  invalid: 'the value violates the rule in the reason',
} as const;

export type FaultCode = keyof typeof FAULT_CODES;

export type Fault = { readonly field: string; readonly reason: string; readonly code: FaultCode };

/** Reported faults; `total` also counts those that are not reported. */
export type Faults = { readonly faults: readonly Fault[]; readonly total: number };

export const FAULTS_MAX = 20;

/** Keeps the first fault of each field, at most twenty fields. */
export function gatherFaults(lists: readonly Faults[]): Faults {
  const seen = new Set<string>();
  const told = lists.flatMap(({ faults }) => faults);
  const first = told.filter(({ field }) => !seen.has(field) && seen.add(field));
  const total = lists.reduce((sum, list) => sum + list.total, 0) - (told.length - first.length);
  return { faults: first.slice(0, FAULTS_MAX), total };
}

export const asFaults = (faults: readonly Fault[]): Faults => ({ faults, total: faults.length });
