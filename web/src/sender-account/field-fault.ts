// The rules of the server for members of an account, before the request.
import { ACCOUNT_FIELDS, accountFaults } from '@volley/domain/sending/sender-account.ts';
import type { AccountKind } from './account-calls.ts';

export type FieldFault = { readonly code: 'too-short' | 'too-long' | 'wrong-form'; readonly length: number };

const CODES = ['too-short', 'too-long', 'wrong-form'] as const;

/** Undefined also for a member that only the server knows. */
export function fieldFault(protocol: AccountKind['protocol'], name: string, value: string): FieldFault | undefined {
  const field = ACCOUNT_FIELDS[protocol].find((known) => known.name === name);
  if (field === undefined || value === '') return undefined;
  const [fault] = accountFaults([field], { [name]: value });
  const code = CODES.find((known) => known === fault?.code);
  return code && { code, length: code === 'too-short' ? field.lengthMin : field.lengthMax };
}
