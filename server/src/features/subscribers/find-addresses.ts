import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectAddresses } from './addresses.sql.ts';

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
