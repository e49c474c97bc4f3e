import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectAddresses, selectNumbers } from './addresses.sql.ts';
import type { BookName } from './subscriber.ts';

export type Addressed = {
  readonly companyId: number;
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly destinations: readonly string[];
};

/** For each of `wanted`, number → id of the active subscriber; numbers without one are absent. */
export async function findAddresses(tx: Tx, wanted: readonly Addressed[]): Promise<ReadonlyMap<string, string>[]> {
  const found = wanted.map(() => new Map<string, string>());
  const rows = await selectAddresses(
    tx,
    wanted.flatMap(({ destinations, ...book }, place) =>
      destinations.map((destination) => ({ ...book, place, destination })),
    ),
  );
  for (const { place, destination, subscriberId } of rows) found[place]?.set(destination, subscriberId);
  return found;
}

/** Id of a subscriber → number, whatever the status; subscribers without a number are absent. */
export async function findNumbers(
  tx: Tx,
  book: BookName & { readonly companyId: number },
  subscriberIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectNumbers(tx, book, subscriberIds);
  return new Map(rows.map(({ subscriberId, destination }) => [subscriberId, destination]));
}
