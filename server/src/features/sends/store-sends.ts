// Stores planned single messages: buckets, strands, rows, money, short links and batches, with one statement each.
// Locks in the order of the recorder: volume counters (by the caller), buckets, wallet, month.

import type { LinkMode } from '@volley/domain/links/link-order.ts';
import { must } from '@volley/domain/must.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { reservePrepaid } from '../ledger/move-money.ts';
import { insertCodes } from '../messages/message-codes.sql.ts';
import { insertSendRows, type SendRow } from '../messages/send-rows.sql.ts';
import { type Claim, cutBatches, type OutgoingBatch } from '../queue/batches/cut-batches.ts';
import { appendToBuckets } from '../queue/buckets/append-to-buckets.sql.ts';
import type { BucketOwner } from '../queue/buckets/buckets.sql.ts';
import { openBuckets } from '../queue/buckets/open-buckets.ts';
import { chooseDirectLinks, type LinkChooser } from '../queue/pacing/direct-links.ts';
import { storeShortLinks } from '../short-links/store-short-links.ts';
import { bucketSettings, settingsDigest } from './bucket-settings.ts';
import { type GrownStrand, type PlacedSend, placeSends } from './place-sends.ts';
import type { PlannedSend } from './plan-sends.ts';
import type { SendContent, SendOrigin } from './send.ts';
import { raiseWaiting, type SendVolumes } from './send-volumes.ts';

export type StoredSends = { readonly placed: readonly PlacedSend[]; readonly outgoing: readonly OutgoingBatch[] };

type Needs = Pick<Platform, 'config' | 'secrets' | 'restoreGate' | 'shared' | 'metrics'>;

type StoredCall = {
  readonly account: KeyActor;
  readonly owner: BucketOwner;
  readonly origin: SendOrigin;
  readonly volumes: SendVolumes;
  readonly linkMode: LinkMode;
};

export async function storeSends(
  tx: Tx,
  platform: Needs,
  call: StoredCall,
  planned: readonly PlannedSend[],
): Promise<StoredSends> {
  const { account, owner, origin, volumes, linkMode: mode } = call;
  const buckets = await openBuckets(tx, owner, await settingsOf(tx, platform, call, planned));
  const senders = planned.map(({ item, offer }) => ({
    channelType: item.channelType,
    senderId: offer.strand.senderId,
  }));
  const links = await chooseDirectLinks(tx, platform, { senders, mode, currency: account.currency });
  const digestOf = ({ item }: PlannedSend) => settingsDigest(account, item, origin);
  const { placed, strands } = placeSends(tx, { account, owner, buckets, volumes, digestOf, links }, planned);
  const packagesMicros = await raiseWaiting(tx, volumes, strands);
  await insertSendRows(
    tx,
    placed.map((send) => rowOf(account, send)),
  );
  const codes = placed.flatMap((send) => codeOf(account, send));
  if (codes.length > 0) await insertCodes(tx, codes);
  const growth = bucketGrowth(placed);
  const claims = strands
    .filter(({ direct }) => direct)
    .flatMap((strand) => claimStrand(tx, strand, placed, { links, origin }));
  const isClaimed = await appendToBuckets(tx, {
    buckets: growth,
    strands,
    batches: claims.map((claim) => claim.row),
    leaseMs: platform.config.claimLeaseMs,
  });
  await storeShortLinks(
    tx,
    placed.flatMap((send) => linksOf(account, send)),
  );
  await reservePrepaid(
    tx,
    { companyId: account.companyId, currency: account.currency, month: owner.month },
    growth.map(({ id, messages, amountMicros }, at) => {
      const packages = at === 0 ? packagesMicros : 0n;
      return { dispatchId: id, messages, amountMicros: amountMicros + packages, packagesMicros: packages };
    }),
  );
  const claimed = claims.filter(({ row }) => isClaimed(row.dispatchId, row.strand));
  return { placed, outgoing: claimed.map((claim) => claim.outgoing) };
}

/** Settings per bucket; even a call with a thousand messages usually has one bucket. */
async function settingsOf(tx: Tx, platform: Needs, call: StoredCall, planned: readonly PlannedSend[]) {
  const samples = new Map(planned.map(({ item }) => [settingsDigest(call.account, item, call.origin), item]));
  return bucketSettings(tx, platform, call, [...samples.values()]);
}

function rowOf(account: KeyActor, { id, planned, dispatchId, seq, strand, amountMicros }: PlacedSend): SendRow {
  const { item } = planned;
  const cascadeRoot = item.cascadeRoot?.messageUuid ?? (item.cascade.length > 0 ? id : null);
  return {
    id,
    companyId: account.companyId,
    dispatchId,
    seq,
    senderId: planned.offer.senderId,
    destination: planned.destination,
    amountMicros,
    strand,
    brandId: planned.brandId,
    country: planned.country,
    parts: planned.parts,
    ...shownContent(planned),
    externalMessageId: item.externalMessageId,
    claimedTrafficType: item.claimedTrafficType,
    tags: item.tags,
    templateId: planned.templateId,
    cascade: item.cascade.length > 0 ? item.cascade : null,
    cascadeRoot,
    cascadeStep: cascadeRoot === null ? null : (item.cascadeRoot?.step ?? 1),
    verificationId: item.verificationId ?? null,
  };
}

/** The content as it is stored and put into batches. */
const shownContent = ({ item, text }: PlannedSend): SendContent =>
  item.secret?.shown ?? { text, special: item.content.special };

function codeOf({ companyId }: KeyActor, { id, planned }: PlacedSend) {
  const { secret } = planned.item;
  return secret === undefined ? [] : [{ messageId: id, companyId, sealed: secret.sealed, expiresAt: secret.expiresAt }];
}

function linksOf(account: KeyActor, { id, planned }: PlacedSend) {
  return planned.links.map(({ code, url }) => ({ code, url, messageId: id, companyId: account.companyId }));
}

function bucketGrowth(placed: readonly PlacedSend[]) {
  return [...Map.groupBy(placed, (send) => send.dispatchId)].map(([id, sends]) => {
    const ids = sends.map((send) => send.id).toSorted();
    return {
      id,
      messages: sends.length,
      parts: sends.reduce((sum, send) => sum + send.planned.parts, 0),
      amountMicros: sends.reduce((sum, send) => sum + send.amountMicros, 0n),
      firstId: must(ids[0], `first message of bucket ${id}`),
      lastId: must(ids.at(-1), `last message of bucket ${id}`),
    };
  });
}

/** Messages that failed immediately are in the strand but in no batch. */
function claimStrand(
  tx: Tx,
  strand: GrownStrand,
  placed: readonly PlacedSend[],
  { links, origin }: { readonly links: LinkChooser; readonly origin: SendOrigin },
): Claim[] {
  if (strand.open === 0) return [];
  const link = links(strand);
  if (link === undefined) throw new Error(`no link for strand ${strand.strand} of bucket ${strand.dispatchId}`);
  const own = placed.filter(
    (send) => send.dispatchId === strand.dispatchId && send.strand === strand.strand && send.planned.errorCode === null,
  );
  return cutBatches(
    {
      companyId: strand.companyId,
      dispatchId: strand.dispatchId,
      strand: strand.strand,
      senderId: strand.key.senderId,
      senderName: strand.senderName,
      linkId: link.id,
      lane: strand.key.lane,
      channelType: strand.channelType as ChannelType, // validated by planning
      trafficType: strand.key.trafficType,
      month: strand.month,
      partMicros: strand.partMicros,
      choice: link.choice,
      ...(strand.ttlSeconds !== null && { ttlSeconds: strand.ttlSeconds }),
      ...(strand.untilMs !== undefined && { untilMs: strand.untilMs }),
      ...(origin.sendingMethod.startsWith('VERIFIER_') && { isCode: true }),
      ...(link.movable && { movable: true }),
    },
    own.map(({ id, seq, planned }) => ({
      id,
      seq,
      destination: planned.destination,
      parts: planned.parts,
      ...shownContent(planned),
      ...(planned.item.secret !== undefined && { sealed: planned.item.secret.sealed }),
    })),
    { text: '', special: null },
    { size: link.batchSize, nowMs: tx.now.getTime() },
  );
}
