import type * as contract from '@volley/contract/back-office/people/staff.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type { Text } from '../../kit/text.tsx';
import { detailName, detailValue } from './action-words.ts';

export type Action = ReplyOf<typeof contract.listStaffActions>['items'][number];

/** Money is logged in millionths. */
const MICROS = /Micros$/;

/** Order of the details: old value, new value, others, reason. */
const PLACES: Readonly<Record<string, number>> = { from: -2, to: -1, reason: 1 };
const placeOf = (name: string): number => PLACES[name] ?? 0;

/** The details in one line: `status: DISABLED, reason: debt`. */
export function detailsText(t: Text, details: Action['details']): string {
  return Object.entries(details)
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, value]) =>
      MICROS.test(name) ? ([name.replace(MICROS, ''), Number(value) / 1e6] as const) : ([name, value] as const),
    )
    .map(([name, value]) => `${detailName(t, name)}: ${detailValue(t, value)}`)
    .join('; ');
}

/** The page of the changed object. */
export function subjectPath({ subjectKind, subjectId }: Pick<Action, 'subjectKind' | 'subjectId'>): string | undefined {
  if (subjectKind === 'sender') return `/bo/senders/${subjectId}`;
  return subjectKind === 'company' ? `/bo/companies/${subjectId}` : undefined;
}
