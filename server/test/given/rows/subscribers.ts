// Rows of address books and invites.
import type { Bot } from '../people/bots.ts';
import { type Place, statement } from './statement.ts';

type Filling = { readonly counter: 'active' | 'gone'; readonly by: number };

/** Raises a counter of the bot's address book without subscribers; the triggers count on from there. */
export async function fillAddressBook(
  place: Place,
  companyId: number,
  { name }: Pick<Bot, 'name'>,
  { counter, by }: Filling,
): Promise<void> {
  await statement(
    place,
    `update address_books set ${counter} = ${counter} + $3 where company_id = $1 and sender_name = $2`,
    [companyId, name.senderName, by],
  );
}

/** Numbers for which an invite is stored, in order. */
export async function invitedNumbers(place: Place): Promise<string[]> {
  const rows = await statement<{ destination: string }>(
    place,
    'select destination::text as destination from subscriber_invites order by 1',
  );
  return rows.map(({ destination }) => destination);
}
