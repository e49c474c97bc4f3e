// Assigns every planned message its bucket, position, strand and id, in memory.

import { must } from '@volley/domain/must.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { StrandKey } from '@volley/domain/planning/offer.ts';
import type { Tx } from '../../platform/database/database.ts';
import { uuidV7 } from '../../platform/uuid-v7.ts';
import type { BucketStrand, BucketStrandGrowth } from '../queue/buckets/bucket-strands.sql.ts';
import type { BucketOwner } from '../queue/buckets/buckets.sql.ts';
import type { SendBucket } from '../queue/buckets/open-buckets.ts';
import type { LinkChooser } from '../queue/pacing/direct-links.ts';
import { openUntil, type StrandTimes, strandTimes } from '../queue/strands/strand-times.ts';
import type { PlannedSend } from './plan-sends.ts';
import type { SendVolumes } from './send-volumes.ts';

export type PlacedSend = {
  readonly planned: PlannedSend;
  readonly id: string;
  readonly dispatchId: number;
  readonly seq: number;
  readonly strand: number;
  readonly amountMicros: bigint;
};

export type GrownStrand = BucketStrandGrowth & {
  readonly senderName: string;
  readonly ttlSeconds: number | null;
  /** Messages claimed now must be handed over by then. */
  readonly untilMs: number | undefined;
  /** Messages that did not fail immediately. */
  open: number;
};

type PlacingContext = {
  readonly account: KeyActor;
  readonly owner: BucketOwner;
  readonly buckets: ReadonlyMap<string, SendBucket>;
  readonly volumes: SendVolumes;
  readonly digestOf: (send: PlannedSend) => string;
  readonly links: LinkChooser;
};

export function placeSends(
  tx: Tx,
  context: PlacingContext,
  planned: readonly PlannedSend[],
): { placed: PlacedSend[]; strands: GrownStrand[] } {
  const buckets = [...context.buckets.values()];
  const known = buckets.flatMap(({ strands }) => strands);
  const lastSeqs = new Map(buckets.map(({ id, lastSeq }) => [id, lastSeq]));
  const strands = new StrandBook(tx, context, known);
  const placed = planned.map((send): PlacedSend => {
    const digest = context.digestOf(send);
    const { companyId, day } = context.owner;
    const bucket = must(context.buckets.get(digest), `bucket ${digest} of company ${companyId}, day ${day},`);
    const seq = must(lastSeqs.get(bucket.id), `last position of bucket ${bucket.id}`) + 1;
    lastSeqs.set(bucket.id, seq);
    const strand = strands.strandFor(bucket.id, send);
    const amountMicros = (strand.partMicros ?? send.offer.partMicros) * BigInt(send.parts);
    strand.messages += 1;
    if (send.errorCode === null) strand.open += 1;
    strand.parts += send.parts;
    strand.amountMicros += amountMicros;
    strand.lastSeq = seq;
    const id = uuidV7(tx.now.getTime());
    return { planned: send, id, dispatchId: bucket.id, seq, strand: strand.strand, amountMicros };
  });
  return { placed, strands: strands.grown() };
}

const nameOf = (dispatchId: number, key: Omit<StrandKey, 'lane' | 'trafficType'> & { readonly trafficType: string }) =>
  `${dispatchId}|${key.senderId}|${key.brand}|${key.timezone}|${key.trafficType}|${key.tariffId}|${key.country}`;

class StrandBook {
  readonly #tx: Tx;
  readonly #context: PlacingContext;
  readonly #known: Map<string, BucketStrand>;
  readonly #counts = new Map<number, number>();
  readonly #grown = new Map<string, GrownStrand>();

  constructor(tx: Tx, context: PlacingContext, known: readonly BucketStrand[]) {
    this.#tx = tx;
    this.#context = context;
    this.#known = new Map(known.map((row) => [nameOf(row.dispatchId, { ...row, brand: row.route }), row]));
    for (const { dispatchId, strand } of known)
      this.#counts.set(dispatchId, Math.max(this.#counts.get(dispatchId) ?? 0, strand));
  }

  strandFor(dispatchId: number, send: PlannedSend): GrownStrand {
    const key = send.offer.strand;
    const name = nameOf(dispatchId, key);
    const open = this.#grown.get(name) ?? this.#open(dispatchId, send, this.#known.get(name));
    this.#grown.set(name, open);
    return open;
  }

  /** `direct` keeps a strand whose messages all failed immediately from the pacer. */
  grown(): GrownStrand[] {
    return [...this.#grown.values()].map((strand) => (strand.open === 0 ? { ...strand, direct: true } : strand));
  }

  #open(dispatchId: number, { offer, item }: PlannedSend, known: BucketStrand | undefined): GrownStrand {
    const { account, owner, volumes, links } = this.#context;
    const key = offer.strand;
    const strand = known?.strand ?? (this.#counts.get(dispatchId) ?? 0) + 1;
    if (known === undefined) this.#counts.set(dispatchId, strand);
    const nowMs = this.#tx.now.getTime();
    const times = strandTimes(item.settings, key.timezone, nowMs);
    // The highest price of a part is fixed with the strand. The counter only rises, so it stays sufficient.
    const partMicros = known === undefined ? volumes.partMicros(key) : known.partMicros;
    const routed = { channelType: item.channelType, key, paidMicros: partMicros ?? offer.partMicros };
    return {
      dispatchId,
      strand,
      companyId: account.companyId,
      channelType: item.channelType,
      senderName: item.senderName,
      ttlSeconds: item.settings.ttlSeconds,
      untilMs: openUntil(item.settings, key.timezone, times.giveUpAt, nowMs),
      key,
      partMicros,
      month: owner.month,
      messages: 0,
      open: 0,
      parts: 0,
      amountMicros: 0n,
      lastSeq: 0,
      direct: isOpen(times, nowMs) && links(routed) !== undefined,
      ...times,
    };
  }
}

const isOpen = ({ eligibleAt, giveUpAt }: StrandTimes, nowMs: number) =>
  eligibleAt.getTime() <= nowMs && (giveUpAt === null || giveUpAt.getTime() > nowMs);
