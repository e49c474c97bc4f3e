// Accepts messages in the order of the call as long as the money suffices; refuses the rest. Each message counts with
// the amount that will be reserved: the price of its bucket, and the packages it may open. The first attempt reads the
// money without locks, so calls do not wait for each other. If the reserve then fails, the next attempt locks it first.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { StrandKey } from '@volley/domain/planning/offer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Tx } from '../../platform/database/database.ts';
import { holdSpendable, type Spendable } from '../ledger/move-money.ts';
import { selectBucketPrices } from '../queue/buckets/bucket-strands.sql.ts';
import type { BucketOwner } from '../queue/buckets/buckets.sql.ts';
import { lockExistingBuckets } from '../queue/buckets/open-buckets.ts';
import { settingsDigest } from './bucket-settings.ts';
import { type PlannedSend, refusal, type SendPlan, splitSends } from './plan-sends.ts';
import type { SendOrigin } from './send.ts';
import { packageCounter, type SendVolumes } from './send-volumes.ts';

type AffordContext = {
  readonly account: KeyActor;
  readonly owner: BucketOwner;
  readonly spendable: Spendable;
  readonly volumes: SendVolumes;
  readonly origin: SendOrigin;
};

export const NO_MONEY = refusal(402, ERROR.noMoney, 'Not enough money or monthly budget');

export async function affordSends(tx: Tx, context: AffordContext, planned: readonly PlannedSend[]): Promise<SendPlan> {
  const { walletMicros, budgetMicros } = tx.attempt === 1 ? context.spendable : await lockMoney(tx, context, planned);
  const partOf = await partPrices(tx, context, planned);
  const packages = packageCounter(context.volumes);
  let reserved = 0n;
  const fits = (send: PlannedSend) => {
    const { strand } = send.offer;
    const after = reserved + partOf(send) * BigInt(send.parts);
    if (after > walletMicros || (budgetMicros !== null && after + packages.reserveWith(strand) > budgetMicros))
      return false;
    reserved = after;
    packages.add(strand);
    return true;
  };
  return splitSends(planned, fits, NO_MONEY);
}

/** Lock order of all writers: volume counters (already locked), buckets, wallet and month. */
async function lockMoney(
  tx: Tx,
  { account, owner, origin }: AffordContext,
  planned: readonly PlannedSend[],
): Promise<Spendable> {
  const digests = new Set(planned.map(({ item }) => settingsDigest(account, item, origin)));
  await lockExistingBuckets(tx, owner, [...digests]);
  return holdSpendable(tx, { companyId: account.companyId, currency: account.currency, month: owner.month });
}

const nameOf = (digest: string, key: Omit<StrandKey, 'lane' | 'trafficType'> & { readonly trafficType: string }) =>
  `${digest}|${key.senderId}|${key.brand}|${key.timezone}|${key.trafficType}|${key.tariffId}|${key.country}`;

/** An existing strand keeps its price; a new strand is priced by the counter. */
async function partPrices(
  tx: Tx,
  { account, owner, volumes, origin }: AffordContext,
  planned: readonly PlannedSend[],
): Promise<(send: PlannedSend) => bigint> {
  const metered = planned.filter(({ offer }) => offer.metered);
  const digestOf = ({ item }: PlannedSend) => settingsDigest(account, item, origin);
  const digests = [...new Set(metered.map(digestOf))];
  const rows = digests.length === 0 ? [] : await selectBucketPrices(tx, owner, digests);
  const known = new Map(rows.map((row) => [nameOf(row.digest, { ...row, brand: row.route }), row.partMicros]));
  return (send) =>
    (send.offer.metered
      ? (known.get(nameOf(digestOf(send), send.offer.strand)) ?? volumes.partMicros(send.offer.strand))
      : null) ?? send.offer.partMicros;
}
