import type * as contract from '@volley/contract/back-office/staff.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type Action = ReplyOf<typeof contract.listStaffActions>['items'][number];

/** Money is logged in millionths. */
const MICROS = /Micros$/;

/** What was asked for, in one line: `status: DISABLED, reason: debt`. */
export function detailsText(details: Action['details']): string {
  return Object.entries(details)
    .map(([name, value]) => (MICROS.test(name) ? [name.replace(MICROS, ''), Number(value) / 1e6] : [name, value]))
    .map(([name, value]) => `${String(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** Where what was changed can be looked at. */
export function subjectPath({ subjectKind, subjectId }: Pick<Action, 'subjectKind' | 'subjectId'>): string | undefined {
  if (subjectKind === 'sender') return `/bo/senders/${subjectId}`;
  return subjectKind === 'company' ? `/bo/companies/${subjectId}` : undefined;
}
