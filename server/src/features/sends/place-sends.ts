// Gives every planned message its list, position, strand and id. Nothing is written here.
import type { KeyActor } from '@volley/domain/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidV7 } from '../../platform/uuid-v7.ts';
import type { LinkChooser } from '../dispatches/direct-links.ts';
import type { ListStrand, ListStrandGrowth } from '../dispatches/list-strands.ts';
import type { ListOwner, SendList } from '../dispatches/send-lists.ts';
import { openUntil, type StrandTimes, strandTimes } from '../dispatches/strand-times.ts';
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

export type GrownStrand = ListStrandGrowth & {
  readonly senderName: string;
  readonly ttlSeconds: number | null;
  /** What goes now must have gone by then. */
  readonly untilMs: number | undefined;
  /** Messages that have not failed at once. */
  open: number;
};

type Ground = {
  readonly account: KeyActor;
  readonly owner: ListOwner;
  readonly lists: ReadonlyMap<string, SendList>;
  readonly volumes: SendVolumes;
  readonly digestOf: (send: PlannedSend) => string;
  readonly links: LinkChooser;
};

export function placeSends(
  tx: Tx,
  ground: Ground,
  planned: readonly PlannedSend[],
): { placed: PlacedSend[]; strands: GrownStrand[] } {
  const lists = [...ground.lists.values()];
  const known = lists.flatMap(({ strands }) => strands);
  const lastSeqs = new Map(lists.map(({ id, lastSeq }) => [id, lastSeq]));
  const strands = new StrandBook(tx, ground, known);
  const placed = planned.map((send): PlacedSend => {
    const list = ground.lists.get(ground.digestOf(send));
    if (list === undefined) throw new Error('a list is missing');
    const seq = (lastSeqs.get(list.id) ?? 0) + 1;
    lastSeqs.set(list.id, seq);
    const strand = strands.take(list.id, send);
    const amountMicros =
      strand.partMicros === null ? BigInt(send.offer.partMicros * send.parts) : strand.partMicros * BigInt(send.parts);
    strand.messages += 1;
    if (send.errorCode === null) strand.open += 1;
    strand.parts += send.parts;
    strand.amountMicros += amountMicros;
    strand.lastSeq = seq;
    const id = uuidV7(tx.now.getTime());
    return { planned: send, id, dispatchId: list.id, seq, strand: strand.strand, amountMicros };
  });
  return { placed, strands: strands.grown() };
}

const nameOf = (dispatchId: number, key: Omit<ListStrand, 'dispatchId' | 'strand' | 'partMicros'>) =>
  `${dispatchId}|${key.senderId}|${key.route}|${key.timezone}|${key.trafficType}|${key.tariffId}|${key.country}`;

class StrandBook {
  readonly #tx: Tx;
  readonly #ground: Ground;
  readonly #known: Map<string, ListStrand>;
  readonly #counts = new Map<number, number>();
  readonly #grown = new Map<string, GrownStrand>();

  constructor(tx: Tx, ground: Ground, known: readonly ListStrand[]) {
    this.#tx = tx;
    this.#ground = ground;
    this.#known = new Map(known.map((row) => [nameOf(row.dispatchId, row), row]));
    for (const { dispatchId, strand } of known)
      this.#counts.set(dispatchId, Math.max(this.#counts.get(dispatchId) ?? 0, strand));
  }

  take(dispatchId: number, send: PlannedSend): GrownStrand {
    const key = send.offer.strand;
    const name = nameOf(dispatchId, key);
    const open = this.#grown.get(name) ?? this.#open(dispatchId, send, this.#known.get(name));
    this.#grown.set(name, open);
    return open;
  }

  /** What has failed at once waits for nothing: a strand of such messages only is not the pacer's. */
  grown(): GrownStrand[] {
    return [...this.#grown.values()].map((strand) => (strand.open === 0 ? { ...strand, direct: true } : strand));
  }

  #open(dispatchId: number, { offer, item }: PlannedSend, known: ListStrand | undefined): GrownStrand {
    const { account, owner, volumes, links } = this.#ground;
    const key = offer.strand;
    const strand = known?.strand ?? (this.#counts.get(dispatchId) ?? 0) + 1;
    if (known === undefined) this.#counts.set(dispatchId, strand);
    const nowMs = this.#tx.now.getTime();
    const times = strandTimes(item.settings, key.timezone, nowMs);
    return {
      dispatchId,
      strand,
      companyId: account.companyId,
      channelType: item.channelType,
      senderName: item.senderName,
      ttlSeconds: item.settings.ttlSeconds,
      untilMs: openUntil(item.settings, key.timezone, times.giveUpAt, nowMs),
      key,
      // What a part costs at most is fixed with the strand: the counter only rises, so it stays enough.
      partMicros: known === undefined ? volumes.partMicros(key) : known.partMicros,
      month: owner.month,
      messages: 0,
      open: 0,
      parts: 0,
      amountMicros: 0n,
      lastSeq: 0,
      direct: isOpen(times, nowMs) && links(item.channelType, key.route, key.lane) !== undefined,
      ...times,
    };
  }
}

const isOpen = ({ eligibleAt, giveUpAt }: StrandTimes, nowMs: number) =>
  eligibleAt.getTime() <= nowMs && (giveUpAt === null || giveUpAt.getTime() > nowMs);
