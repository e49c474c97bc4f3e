import { InvalidArgument } from '../errors/invalid-argument.ts';
import { findFaults } from './find-faults.ts';
import type { Form } from './form.ts';

/** Throws for arguments without their forms; faults of a whole argument have its name. */
export function checkForms(
  method: string,
  forms: Readonly<Record<string, Form>>,
  values: Readonly<Record<string, unknown>>,
): void {
  const rules = { named: {}, dropsNulls: false };
  const faults = Object.entries(forms).flatMap(([name, form]) => findFaults(form, values[name], name, rules));
  if (faults.length > 0) throw new InvalidArgument(method, faults);
}

/** The same for one argument whose members are named alone, such as the options of a client. */
export function checkMembers(method: string, form: Form, options: unknown): void {
  const faults = findFaults(form, options, '', { named: {}, dropsNulls: false });
  const named = faults.map((fault) => (fault.field === '' ? { ...fault, field: 'options' } : fault));
  if (named.length > 0) throw new InvalidArgument(method, named);
}
