// Senders of the messaging API, looked up by channel and name. A name may be registered with several operators; the
// usable ones are returned in the order of registration.

import { mayUseUnregistered, senderNameFault } from '@volley/domain/senders/sender-name.ts';
import { isSenderUsable, type Moderation } from '@volley/domain/senders/sender-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  claimSharedUses,
  countSharedUses,
  insertUnregistered,
  type NamedSender,
  type NameKey,
  releaseSharedUses,
  selectNamed,
} from './named-senders.sql.ts';
import type { Sender } from './sender.ts';

export type NameUse = {
  readonly senders: readonly Sender[];
  /** False: used without registration, at the general price of every operator. */
  readonly registered: boolean;
  /** True: the test name shared by all accounts. */
  readonly shared: boolean;
};

/** `undefined`: the company cannot send under this name now. */
export type NamesFound = (channelType: ChannelType, senderName: string) => NameUse | undefined;

export type NameRules = { readonly moderation: Moderation; readonly sharedTestName: string };

const SHARED_PER_DAY_MAX = 100;

export const nameKey = (channelType: string, senderName: string): string => `${channelType} ${senderName}`;

export async function findSendersByName(
  tx: Tx,
  companyId: number,
  names: readonly { readonly channelType: ChannelType; readonly senderName: string }[],
  rules: NameRules,
): Promise<NamesFound> {
  const wanted = [...new Map(names.map((name) => [nameKey(name.channelType, name.senderName), name])).values()];
  let rows = await selectNamed(tx, companyId, wanted);
  const known = new Set(rows.map((row) => nameKey(row.channelType, row.senderName)));
  const free = wanted.filter((name) => !known.has(nameKey(name.channelType, name.senderName)) && isFree(name, rules));
  if (free.length > 0) {
    await insertUnregistered(tx, companyId, free);
    rows = [...rows, ...(await selectNamed(tx, companyId, free))];
  }
  const byName = Map.groupBy(rows, (row) => nameKey(row.channelType, row.senderName));
  return (channelType, senderName) => useOf(tx, byName.get(nameKey(channelType, senderName)) ?? [], rules);
}

/** Registered senders of this name, usable or not. */
export async function findRegisteredNames(tx: Tx, companyId: number, name: NameKey): Promise<readonly Sender[]> {
  return (await selectNamed(tx, companyId, [name])).filter(({ registered }) => registered);
}

const isShared = ({ channelType, senderName }: NameKey, { sharedTestName }: NameRules) =>
  channelType === 'SMS' && senderName === sharedTestName;

function isFree(name: { channelType: ChannelType; senderName: string }, rules: NameRules): boolean {
  if (senderNameFault(name.senderName, name.channelType, undefined) !== undefined) return false;
  return isShared(name, rules) || mayUseUnregistered(name.channelType);
}

function useOf(tx: Tx, rows: readonly NamedSender[], rules: NameRules): NameUse | undefined {
  const registered = rows.filter((row) => row.registered);
  const [unregistered] = rows.filter((row) => !row.registered);
  const nowMs = tx.now.getTime();
  const usable = registered.filter(
    (row) =>
      isSenderUsable(row, nowMs, rules.moderation) && (rules.moderation === 'auto' || row.dateFrom.getTime() <= nowMs),
  );
  if (usable.length > 0) return { senders: usable, registered: true, shared: false };
  // A registered name never falls back to unregistered use: it may be closed, refused or suspended.
  if (registered.length > 0 || unregistered === undefined || unregistered.suspended) return undefined;
  // The rules may have changed since the row was made.
  if (!isFree(unregistered, rules)) return undefined;
  return { senders: [unregistered], registered: false, shared: isShared(unregistered, rules) };
}

/**
 * Claims up to `wanted` uses of the shared test name within the day's limit. Returns the number of claimed uses. The
 * rest of the limit is certain only while the day's row is locked; a failed claim locks it too.
 */
export async function claimSharedName(tx: Tx, companyId: number, day: string, wanted: number): Promise<number> {
  let uses = wanted;
  while (uses > 0 && !(await claimSharedUses(tx, companyId, day, { uses, max: SHARED_PER_DAY_MAX })))
    uses = Math.min(uses, Math.max(0, SHARED_PER_DAY_MAX - (await countSharedUses(tx, companyId, day))));
  return uses;
}

/** Returns claimed uses of messages that were refused later. */
export async function releaseSharedName(tx: Tx, companyId: number, day: string, unused: number): Promise<void> {
  if (unused > 0) await releaseSharedUses(tx, companyId, day, unused);
}
