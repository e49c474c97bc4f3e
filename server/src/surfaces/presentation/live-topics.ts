// Topics that a page of the console follows while it is open. A topic is a name, with an id after a colon where it is
// about a single object (`dispatch:4182`), and a snapshot function. Each part of the console registers its topics when
// it is mounted; the stream takes one snapshot per second for all followers with the same rights.
import type { PartnerConsoleActor, StaffActor } from '@volley/domain/people/actor.ts';
import { hasRight, type PartnerRight } from '@volley/domain/people/partner-role.ts';
import { type Capability, hasCapability } from '@volley/domain/people/staff-role.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { onBehalfOf } from '../../platform/database/database.ts';
import type { ApiServer } from '../http/http-server.ts';

export type PartnerTopic = {
  readonly right: PartnerRight | 'any-role';
  /** The topic takes an id. */
  readonly ofOne?: true;
  /**
   * Must be cheap: it runs every second. The reply is compared as JSON, so it must not contain the current time. It may
   * depend on the partner and the role of the actor only.
   */
  snapshot(actor: PartnerConsoleActor, id: number): Promise<unknown>;
};

export type StaffTopic = {
  readonly capability: Capability;
  readonly ofOne?: true;
  /** As above; may depend on the roles of the actor only. */
  snapshot(actor: StaffActor, id: number): Promise<unknown>;
};

const topics = new WeakMap<FastifyInstance, Map<string, PartnerTopic | StaffTopic>>();

/** A part that is mounted on both servers registers its topics twice. */
export function registerTopic(app: ApiServer, name: string, topic: PartnerTopic): void;
export function registerTopic(app: ApiServer, name: string, topic: StaffTopic): void;
export function registerTopic({ http }: ApiServer, name: string, topic: PartnerTopic | StaffTopic): void {
  const known = topics.get(http) ?? new Map<string, PartnerTopic | StaffTopic>();
  topics.set(http, known);
  known.set(name, topic);
}

export type FollowedTopic = {
  /** As requested. */
  readonly name: string;
  /** The same for all actors who see the same value. */
  readonly key: string;
  look(): Promise<unknown>;
};

const TOPIC = /^([a-z-]{1,40})(?::([1-9]\d{0,9}))?$/;
const ID_MAX = 2_147_483_647;

export function openTopic({ http }: ApiServer, actor: PartnerConsoleActor | StaffActor, name: string): FollowedTopic {
  const match = TOPIC.exec(name);
  const topic = topics.get(http)?.get(match?.[1] ?? '');
  const id = Number(match?.[2] ?? 0);
  if (topic === undefined || id > ID_MAX || (topic.ofOne === true) !== id > 0)
    throw new Refusal('bad-request', { field: 'topics', problem: `must be known topics; ${name.slice(0, 60)} is not` });
  if ('right' in topic && actor.kind === 'partner') {
    if (topic.right !== 'any-role' && !hasRight(actor.role, topic.right)) throw new Refusal('access-denied');
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
