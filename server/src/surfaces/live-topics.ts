// What a page of the console can follow while it is open. A topic is a name, with an id behind a colon where it is
// about one thing (`dispatch:4182`), and a way to see it now. Each part of the console registers its own topics when
// it is mounted; the stream looks at each one once a second for everybody who follows it with the same rights.
import type { CabinetActor, StaffActor } from '@volley/domain/actor.ts';
import { hasRight, type PartnerRight } from '@volley/domain/partner-role.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { type Capability, hasCapability } from '@volley/domain/staff-role.ts';
import type { FastifyInstance } from 'fastify';
import { onBehalfOf } from '../platform/database.ts';
import type { ApiServer } from './http-server.ts';

export type CabinetTopic = {
  readonly right: PartnerRight | 'anybody';
  /** Whether it is about one thing with an id. */
  readonly ofOne?: true;
  /**
   * Cheap: it runs every second. The reply is compared as JSON, so what only tells the time does not belong in it.
   * It may differ by partner and role of the actor, and by nothing else.
   */
  snapshot(actor: CabinetActor, id: number): Promise<unknown>;
};

export type StaffTopic = {
  readonly capability: Capability;
  readonly ofOne?: true;
  /** As above; may differ by the roles of the actor, and by nothing else. */
  snapshot(actor: StaffActor, id: number): Promise<unknown>;
};

const topics = new WeakMap<FastifyInstance, Map<string, CabinetTopic | StaffTopic>>();

/** A part that is mounted behind both doors registers the same twice. */
export function registerTopic(app: ApiServer, name: string, topic: CabinetTopic): void;
export function registerTopic(app: ApiServer, name: string, topic: StaffTopic): void;
export function registerTopic({ http }: ApiServer, name: string, topic: CabinetTopic | StaffTopic): void {
  const known = topics.get(http) ?? new Map<string, CabinetTopic | StaffTopic>();
  topics.set(http, known);
  known.set(name, topic);
}

export type FollowedTopic = {
  /** As it was asked for. */
  readonly name: string;
  /** The same for everybody to whom the topic looks the same. */
  readonly key: string;
  look(): Promise<unknown>;
};

const TOPIC = /^([a-z-]{1,40})(?::([1-9]\d{0,9}))?$/;
const ID_MAX = 2_147_483_647;

/** The topic as this actor may see it. */
export function openTopic({ http }: ApiServer, actor: CabinetActor | StaffActor, name: string): FollowedTopic {
  const match = TOPIC.exec(name);
  const topic = topics.get(http)?.get(match?.[1] ?? '');
  const id = Number(match?.[2] ?? 0);
  if (topic === undefined || id > ID_MAX || (topic.ofOne === true) !== id > 0)
    throw new Refusal('bad-request', { field: 'topics', problem: `has no topic ${name.slice(0, 60)}` });
  if ('right' in topic && actor.kind === 'partner') {
    if (topic.right !== 'anybody' && !hasRight(actor.role, topic.right)) throw new Refusal('access-denied');
    const { partnerId, role } = actor;
    const look = () => onBehalfOf(partnerId, undefined, () => topic.snapshot(actor, id));
    return { name, key: `${partnerId} ${role} ${name}`, look };
  }
  if ('capability' in topic && actor.kind === 'staff') {
    if (!hasCapability(actor.roles, topic.capability)) throw new Refusal('access-denied');
    const key = `staff ${actor.roles.toSorted().join('+')} ${name}`;
    return { name, key, look: () => topic.snapshot(actor, id) };
  }
  throw new Refusal('access-denied');
}
