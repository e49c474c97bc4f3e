// Rows of the logs of actions of partners and staff.
import { type Place, statement } from './statement.ts';

export type PartnerAction = {
  readonly action: string;
  readonly kind: string;
  readonly id: string;
  readonly details: object;
  readonly login: string;
  readonly address: string;
  readonly userId: number | null;
};

/** Actions of the partner and its users, the oldest first. */
export const partnerActionsOf = (place: Place, partnerId: number) =>
  statement<PartnerAction>(
    place,
    `select action, subject_kind as kind, subject_id as id, details, login, address, user_id as "userId"
     from partner_actions a
     where partner_id = $1
     order by a.id`,
    [partnerId],
  );

/** Details of the actions of staff on a subject, the oldest first. */
export async function staffDetailsOf(place: Place, kind: string, id: number | string): Promise<object[]> {
  const rows = await statement<{ details: object }>(
    place,
    'select details from staff_actions where subject_kind = $1 and subject_id = $2 order by id',
    [kind, String(id)],
  );
  return rows.map(({ details }) => details);
}

/** How many rows the log of staff has: those of reads, or those of changes. */
export async function countStaffActions(place: Place, which: 'reads' | 'changes'): Promise<number> {
  return (await statement(place, 'select from staff_actions where is_read = $1', [which === 'reads'])).length;
}
