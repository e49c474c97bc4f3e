// Our reference, which Meta repeats with every status of a message. It holds the number as well: Meta may leave the
// number out of a status, or write it differently than it was given.
import type { Submission } from '../link-job.ts';

export const statusReference = ({ reference, destination }: Submission): string => `${reference}-${destination}`;

/** `to` is absent in the form of providers that repeat the reference alone. */
export function readStatusReference(value: unknown): { readonly reference: unknown; readonly to?: string } {
  const found = /^(\d{1,5})-([1-9]\d{4,14})$/.exec(typeof value === 'string' ? value : '');
  const [, reference, to] = found ?? [];
  return to === undefined ? { reference: value } : { reference, to };
}
