// Expected refusals. A use case throws a Refusal; each surface maps the reason to its own status and code. The message
// is for the caller and never contains secrets, message texts or data of other companies.
import { asFaults, FAULT_CODES, type Fault, type FaultCode, type Faults, gatherFaults } from './fault.ts';
import { codeOfProblem } from './problems.ts';

/** Reason → message; the details fill `{name}`. */
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
  'company-disabled': 'Company is disabled',
  'over-budget': 'Monthly budget of the company is exceeded',
  'dispatch-status': 'Inappropriate dispatch status: {status}',
  'no-recipients': 'Dispatch {id} has no recipients',
  'sender-unusable': 'Sender {id} cannot be used: {field} {problem}',
  'sender-unknown': 'Sender {id} is unknown: {field}',
  'sender-duplicate': 'Sender name already exists: {field} {problem}',
  'sender-not-editable': '{field} is not editable in status {status}',
  'sender-status': 'Inappropriate sender status: {status}',
  'template-status': 'Inappropriate template status: {status}',
  'document-needed': 'Sender {id} needs this document',
  'payload-too-large': 'Payload Too Large',
  'unsupported-media-type': 'Unsupported Media Type',
  conflict: 'Conflict: {problem}',
  'widget-unknown': 'wrong widget id',
  'captcha-not-passed': 'Captcha not passed',
  'captcha-trouble': 'Captcha could not be verified',
  'idempotency-conflict': 'Conflict: the Idempotency-Key {problem}',
  unavailable: 'Service unavailable',
} as const;

export type RefusalReason = keyof typeof REFUSALS;

/** Facts of the refusal. `field`, `problem` and `code` describe its only fault if no list of faults is given. */
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

  /** Faults that the caller must fix; empty if the refusal is not about the request. */
  get found(): Faults {
    return this.#found ?? asFaults(faultsOf(this.reason, this.details ?? {}));
  }
}

/** Refuses a request with all of its faults; the first fault forms the message. */
export function refusalOf(found: Faults): Refusal {
  const [first] = found.faults;
  const details = first && { field: first.field, problem: first.reason, code: first.code };
  return new Refusal('bad-request', details, { found });
}

export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw refusalOf(gatherFaults([asFaults(faults)]));
}

/** Defaults for a refusal that names no field or problem. */
const USUAL_FAULT = {
  'bad-request': { field: 'request', problem: 'is not valid', code: 'invalid' },
  'company-disabled': { field: 'companyId', problem: 'is a company with status DISABLED', code: 'company-disabled' },
  'over-budget': { field: 'budget', problem: 'of this month does not cover the cost', code: 'over-budget' },
  'dispatch-status': { field: 'status', problem: 'is {status}, which does not allow this', code: 'dispatch-status' },
  'no-recipients': {
    field: 'messages',
    problem: 'must have at least one accepted recipient: add some with POST /dispatch/{id}/messages',
    code: 'no-recipients',
  },
  'sender-unusable': { field: 'senderName', problem: 'cannot be used', code: 'sender-unusable' },
  'sender-unknown': { field: 'senderId', problem: 'must be a sender name of the company', code: 'sender-unknown' },
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
  const { field = usual.field, problem = usual.problem } = details;
  const { code = codeOfProblem(String(problem)) ?? usual.code } = details;
  return [{ field: String(field), reason: filled(String(problem), details), code: knownCode(code) }];
}

const knownCode = (code: string | number): FaultCode =>
  Object.hasOwn(FAULT_CODES, code) ? (code as FaultCode) : 'invalid'; // just looked up

function refusalMessage(reason: RefusalReason, details: RefusalDetails = {}): string {
  return filled(REFUSALS[reason], details);
}

/** A placeholder without a detail is removed, together with the space or colon before it. */
function filled(text: string, details: RefusalDetails): string {
  return text
    .replace(/:?\s?\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(details, name) ? whole.replace(`{${name}}`, () => String(details[name])) : '',
    )
    .trim();
}
