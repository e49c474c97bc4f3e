// Expected refusals. A use case throws one; each surface maps the reason to its own status and code. The message is
// for the caller to read and never holds secrets, message texts or other companies' facts.
import { asFaults, FAULT_CODES, type Fault, type FaultCode, type Faults, gatherFaults } from './fault.ts';

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
  'sender-unusable': 'sender {id} cannot be used: {field} {problem}',
  'sender-unknown': 'sender {id} is unknown: {field}',
  'sender-duplicate': 'such a sender name already exists: {field} {problem}',
  'sender-not-editable': '{field} is not editable in status {status}',
  'sender-status': 'Inappropriate sender status: {status}',
  'template-status': 'Inappropriate template status: {status}',
  'document-needed': 'sender {id} needs this document',
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

/** Facts of the refusal; `field`, `problem` and `code` are those of its one fault where no list of them is given. */
export type RefusalDetails = Readonly<Record<string, string | number>>;

type RefusalOptions = ErrorOptions & { readonly found?: Faults };

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RefusalReason;
  readonly details?: RefusalDetails;
  readonly #found: Faults | undefined;

  constructor(reason: RefusalReason, details?: RefusalDetails, { found, ...options }: RefusalOptions = {}) {
    super(refusalMessage(reason, details), options);
    this.reason = reason;
    this.#found = found;
    if (details) this.details = details;
  }

  /** What the caller has to mend, for the refusals that are about the request. */
  get found(): Faults {
    return this.#found ?? asFaults(faultsOf(this.reason, this.details ?? {}));
  }
}

/** A refusal of everything that is wrong with a request; the first fault makes the message. */
export function refusalOf(found: Faults): Refusal {
  const [first] = found.faults;
  const details = first && { field: first.field, problem: first.reason, code: first.code };
  return new Refusal('bad-request', details, { found });
}

/** Throws when something is wrong. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw refusalOf(gatherFaults([asFaults(faults)]));
}

/** What stands in a fault where the refusal itself names no field or problem. */
const USUAL_FAULT = {
  'bad-request': { field: 'request', problem: 'is not valid', code: 'invalid' },
  'company-disabled': { field: 'companyId', problem: 'is a company with status DISABLED', code: 'company-disabled' },
  'over-budget': { field: 'budget', problem: 'of this month does not cover the cost', code: 'over-budget' },
  'dispatch-status': { field: 'status', problem: 'is {status}, which does not allow this', code: 'dispatch-status' },
  'sender-unusable': { field: 'senderName', problem: 'cannot be used', code: 'sender-unusable' },
  'sender-unknown': { field: 'senderId', problem: 'names no sender of the company', code: 'sender-unknown' },
  'sender-duplicate': { field: 'senderName', problem: 'is registered already', code: 'sender-duplicate' },
  'sender-not-editable': {
    field: 'status',
    problem: 'is not editable in status {status}',
    code: 'sender-not-editable',
  },
  'sender-status': { field: 'status', problem: 'is {status}, which does not allow this', code: 'sender-status' },
  'template-status': { field: 'status', problem: 'is {status}, which does not allow this', code: 'template-status' },
  'document-needed': { field: 'documentId', problem: 'is needed by sender {id}', code: 'document-needed' },
  'payload-too-large': { field: 'body', problem: 'is too large', code: 'payload-too-large' },
  'unsupported-media-type': {
    field: 'Content-Type',
    problem: 'is not accepted: send Content-Type: application/json, without Content-Encoding',
    code: 'media-type',
  },
  'captcha-not-passed': { field: 'captchaToken', problem: 'was not accepted', code: 'captcha' },
  'captcha-trouble': { field: 'captchaToken', problem: 'could not be verified', code: 'captcha' },
} as const satisfies Partial<Record<RefusalReason, { field: string; problem: string; code: FaultCode }>>;

const isAboutRequest = (reason: RefusalReason): reason is keyof typeof USUAL_FAULT => reason in USUAL_FAULT;

function faultsOf(reason: RefusalReason, details: RefusalDetails): Fault[] {
  if (!isAboutRequest(reason)) return [];
  const usual = USUAL_FAULT[reason];
  const { field = usual.field, problem = usual.problem, code = usual.code } = details;
  return [{ field: String(field), reason: filled(String(problem), details), code: knownCode(code) }];
}

const knownCode = (code: string | number): FaultCode =>
  Object.hasOwn(FAULT_CODES, code) ? (code as FaultCode) : 'invalid'; // just looked up

function refusalMessage(reason: RefusalReason, details: RefusalDetails = {}): string {
  return filled(REFUSALS[reason], details);
}

/** A placeholder without a detail is left out, together with the blank or colon before it. */
function filled(text: string, details: RefusalDetails): string {
  return text
    .replace(/:?\s?\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(details, name) ? whole.replace(`{${name}}`, () => String(details[name])) : '',
    )
    .trim();
}
