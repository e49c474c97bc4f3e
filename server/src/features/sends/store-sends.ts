// Writes planned single messages: lists, strands, rows, money, short links and batches, with one statement each.
// Locks are taken in the order of the recorder: counters of volumes (the caller's), lists, wallet, month.
import type { KeyActor } from '@volley/domain/actor.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Claim, cutBatches, type OutgoingBatch } from '../dispatches/cut-batches.ts';
import { chooseDirectLinks, type LinkChooser } from '../dispatches/direct-links.ts';
import { growLists } from '../dispatches/grow-lists.ts';
import { type ListOwner, openLists } from '../dispatches/send-lists.ts';
import { reservePrepaid } from '../ledger/move-money.ts';
import { keepLinks } from '../links/keep-links.ts';
import { insertCodes } from '../messages/message-codes.ts';
import { insertSendRows, type SendRow } from '../messages/send-rows.ts';
import { listSettings, settingsDigest } from './list-settings.ts';
import { type GrownStrand, type PlacedSend, placeSends } from './place-sends.ts';
import type { PlannedSend } from './plan-sends.ts';
import type { SendContent, SendOrigin } from './send.ts';
import { raiseWaiting, type SendVolumes } from './send-volumes.ts';

export type StoredSends = { readonly placed: readonly PlacedSend[]; readonly outgoing: readonly OutgoingBatch[] };

type Needs = Pick<Platform, 'config' | 'secrets' | 'restoreGate'>;

export async function storeSends(
  tx: Tx,
  platform: Needs,
  account: KeyActor,
  owner: ListOwner,
  { planned, volumes }: { readonly planned: readonly PlannedSend[]; readonly volumes: SendVolumes },
  origin: SendOrigin,
): Promise<StoredSends> {
  const lists = await openLists(tx, owner, await settingsOf(tx, platform, account, planned, origin));
  const links = await chooseDirectLinks(tx, platform);
  const digestOf = ({ item }: PlannedSend) => settingsDigest(account, item, origin);
  const { placed, strands } = placeSends(tx, { account, owner, lists, volumes, digestOf, links }, planned);
  const packagesMicros = await raiseWaiting(tx, volumes, strands);
  await insertSendRows(
    tx,
    placed.map((send) => rowOf(account, send)),
  );
  const codes = placed.flatMap((send) => codeOf(account, send));
  if (codes.length > 0) await insertCodes(tx, codes);
  const growth = listGrowth(placed);
  const claims = strands
    .filter(({ direct }) => direct)
    .flatMap((strand) => claimStrand(tx, strand, placed, { links, origin }));
  const isClaimed = await growLists(tx, {
    lists: growth,
    strands,
    batches: claims.map((claim) => claim.row),
    leaseMs: platform.config.claimLeaseMs,
  });
  await keepLinks(
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

/** One per list; a call with a thousand messages has one as a rule. */
async function settingsOf(
  tx: Tx,
  platform: Needs,
  account: KeyActor,
  planned: readonly PlannedSend[],
  origin: SendOrigin,
) {
  const samples = new Map(planned.map((send) => [settingsDigest(account, send.item, origin), send.item]));
  return listSettings(tx, platform, account, [...samples.values()], origin);
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
  };
}

/** As it is stored, and as it travels. */
const shownContent = ({ item, text }: PlannedSend): SendContent =>
  item.secret?.shown ?? { text, special: item.content.special };

function codeOf({ companyId }: KeyActor, { id, planned }: PlacedSend) {
  const { secret } = planned.item;
  return secret === undefined ? [] : [{ messageId: id, companyId, sealed: secret.sealed, expiresAt: secret.expiresAt }];
}

function linksOf(account: KeyActor, { id, planned }: PlacedSend) {
  return planned.links.map(({ code, url }) => ({ code, url, messageId: id, companyId: account.companyId }));
}

function listGrowth(placed: readonly PlacedSend[]) {
  return [...Map.groupBy(placed, (send) => send.dispatchId)].map(([id, sends]) => {
    const ids = sends.map((send) => send.id).toSorted();
    return {
      id,
      messages: sends.length,
      parts: sends.reduce((sum, send) => sum + send.planned.parts, 0),
      amountMicros: sends.reduce((sum, send) => sum + send.amountMicros, 0n),
      firstId: ids[0] ?? '',
      lastId: ids.at(-1) ?? '',
    };
  });
}

/** What fails at once is in the strand, but never in a batch. */
function claimStrand(
  tx: Tx,
  strand: GrownStrand,
  placed: readonly PlacedSend[],
  { links, origin }: { readonly links: LinkChooser; readonly origin: SendOrigin },
): Claim[] {
  if (strand.open === 0) return [];
  const link = links(strand.channelType, strand.key.route, strand.key.lane);
  if (link === undefined) throw new Error('a strand was claimed without a link');
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
      channelType: strand.channelType as ChannelType, // planned from the same list of channels
      trafficType: strand.key.trafficType,
      month: strand.month,
      partMicros: strand.partMicros,
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
    link.batchSize,
    tx.now.getTime(),
  );
}
