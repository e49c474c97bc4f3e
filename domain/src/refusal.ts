// Expected refusals. A use case throws one; each surface maps the reason to its own status and code. The message is
// for the caller to read and never holds secrets, message texts or other companies' facts.

/** Reason → message; `{name}` is filled from the details. */
export const REFUSALS = {
  'bad-request': 'Bad Request: {field} {problem}',
  'not-authenticated': 'Not Authenticated',
  'bad-credentials': 'Bad credentials',
  'address-not-allowed': 'IP not allowed',
  'insufficient-funds': 'Insufficient funds',
  'access-denied': 'Access Denied',
  'too-many-requests': 'Too Many Requests',
  'not-found': '{kind} {id} not found',
  'method-not-allowed': 'Method Not Allowed',
  'company-disabled': 'company is disabled',
  'over-budget': 'monthly budget of the company is exceeded',
  'dispatch-status': 'Inappropriate dispatch status: {status}',
  'sender-unusable': 'sender {id} cannot be used',
  'sender-unknown': 'sender {id} is unknown',
  'sender-duplicate': 'such a sender name already exists',
  'sender-not-editable': '{field} is not editable in status {status}',
  'sender-status': 'Inappropriate sender status: {status}',
  'template-status': 'Inappropriate template status: {status}',
  'document-unknown': 'document {id} is unknown',
  'payload-too-large': 'Payload Too Large',
  'unsupported-media-type': 'Unsupported Media Type',
  conflict: 'Conflict: {problem}',
  'widget-unknown': 'wrong widget id',
  'captcha-not-passed': 'captcha not passed',
  'captcha-trouble': 'captcha could not be verified',
  'idempotency-conflict': 'Conflict: the Idempotency-Key {problem}',
  unavailable: 'Service unavailable',
} as const;

export type RefusalReason = keyof typeof REFUSALS;

export type RefusalDetails = Readonly<Record<string, string | number>>;

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RefusalReason;
  readonly details?: RefusalDetails;

  constructor(reason: RefusalReason, details?: RefusalDetails, options?: ErrorOptions) {
    super(refusalMessage(reason, details), options);
    this.reason = reason;
    if (details) this.details = details;
  }
}

/** A placeholder without a detail is left out, together with the blank or colon before it. */
function refusalMessage(reason: RefusalReason, details: RefusalDetails = {}): string {
  return REFUSALS[reason]
    .replace(/:?\s?\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(details, name) ? whole.replace(`{${name}}`, () => String(details[name])) : '',
    )
    .trim();
}
