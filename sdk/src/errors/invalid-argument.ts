import type { FailureDetail } from '../checks/fault.ts';
import { VolleyError } from './volley-error.ts';

/** As many as the service lists. */
const DETAILS_MAX = 20;

/** The client refused a call before any request: an argument does not have the form of the contract. */
export class InvalidArgument extends VolleyError {
  override readonly name: string = 'InvalidArgument';
  /** The method, such as `messages.get`. */
  readonly method: string;
  /** All faults of the call, up to 20. */
  readonly details: readonly FailureDetail[];
  /** Number of faults; "at least" above 1,000, where the search ends. */
  readonly detailsTotal: number;

  constructor(method: string, faults: readonly FailureDetail[]) {
    const [first = { field: 'arguments', reason: 'must be valid', code: 'invalid' }] = faults;
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
    super(`${method}: ${first.field} ${first.reason}${more}`, {
      reason: first.code,
      field: first.field,
      hint: 'Correct the arguments named in `details`. No request was made.',
    });
    this.method = method;
    this.details = faults.slice(0, DETAILS_MAX);
    this.detailsTotal = faults.length;
  }
}
