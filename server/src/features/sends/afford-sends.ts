// The first messages that the money reaches for, in the order of the call; the others are refused. Each is counted at
// what will be reserved for it: at the price of its list, and with the packages it may open. The first look holds
// nothing, so that nobody waits; whoever finds less than it saw when it reserves comes again and holds what it sees.
import type { KeyActor } from '@volley/domain/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { selectListPrices } from '../dispatches/list-strands.ts';
import { holdLists, type ListOwner } from '../dispatches/send-lists.ts';
import { holdSpendable, type Spendable } from '../ledger/move-money.ts';
import type { StrandKey } from '../messages/make-offer.ts';
import { settingsDigest } from './list-settings.ts';
import { type PlannedSend, refusal } from './plan-sends.ts';
import type { SendOrigin, SendResult } from './send.ts';
import { packageCounter, type SendVolumes } from './send-volumes.ts';

type Ground = {
  readonly account: KeyActor;
  readonly owner: ListOwner;
  readonly spendable: Spendable;
  readonly volumes: SendVolumes;
  readonly origin: SendOrigin;
};

export async function affordSends(
  tx: Tx,
  ground: Ground,
  planned: readonly PlannedSend[],
  refused: Map<number, SendResult>,
): Promise<PlannedSend[]> {
  const { walletMicros, budgetMicros } = tx.attempt === 1 ? ground.spendable : await holdMoney(tx, ground, planned);
  const partOf = await partPrices(tx, ground, planned);
  const packages = packageCounter(ground.volumes);
  let taken = 0n;
  return planned.filter((send) => {
    const { strand } = send.offer;
    const after = taken + partOf(send) * BigInt(send.parts);
    if (after <= walletMicros && (budgetMicros === null || after + packages.with(strand) <= budgetMicros)) {
      taken = after;
      packages.take(strand);
      return true;
    }
    refused.set(send.at, refusal(402, 7402, 'Not enough money or monthly budget'));
    return false;
  });
}

/** In the order of everybody else: counters are held by now; then lists, then money. */
async function holdMoney(
  tx: Tx,
  { account, owner, origin }: Ground,
  planned: readonly PlannedSend[],
): Promise<Spendable> {
  const digests = new Set(planned.map(({ item }) => settingsDigest(account, item, origin)));
  await holdLists(tx, owner, [...digests]);
  return holdSpendable(tx, { companyId: account.companyId, currency: account.currency, month: owner.month });
}

const nameOf = (digest: string, key: Omit<StrandKey, 'lane' | 'trafficType'> & { readonly trafficType: string }) =>
  `${digest}|${key.senderId}|${key.route}|${key.timezone}|${key.trafficType}|${key.tariffId}|${key.country}`;

/** A strand that is there keeps its price; a new one has that of the counter. */
async function partPrices(
  tx: Tx,
  { account, owner, volumes, origin }: Ground,
  planned: readonly PlannedSend[],
): Promise<(send: PlannedSend) => bigint> {
  const metered = planned.filter(({ offer }) => offer.metered);
  const digestOf = ({ item }: PlannedSend) => settingsDigest(account, item, origin);
  const digests = [...new Set(metered.map(digestOf))];
  const rows = digests.length === 0 ? [] : await selectListPrices(tx, owner, digests);
  const known = new Map(rows.map((row) => [nameOf(row.digest, row), row.partMicros]));
  return (send) =>
    (send.offer.metered
      ? (known.get(nameOf(digestOf(send), send.offer.strand)) ?? volumes.partMicros(send.offer.strand))
      : null) ?? BigInt(send.offer.partMicros);
}
