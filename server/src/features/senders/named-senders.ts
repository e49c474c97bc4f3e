// Senders as the messaging API names them: by channel and name, not by id. One name may be registered with several
// operators; those that may be used now are returned in the order of registration.
import type { ChannelType } from '@volley/domain/channel.ts';
import { mayUseUnregistered, senderNameFault } from '@volley/domain/sender-name.ts';
import { isSenderUsable, type Moderation } from '@volley/domain/sender-status.ts';
import type { Tx } from '../../platform/database.ts';
import {
  countSharedUses,
  giveBackSharedUses,
  insertUnregistered,
  type NamedSender,
  type NameKey,
  selectNamed,
  takeSharedUses,
} from './named-senders.sql.ts';
import type { Sender } from './sender.ts';

export type NameUse = {
  readonly senders: readonly Sender[];
  /** Used without registration: general price, whatever the operator. */
  readonly registered: boolean;
  /** The test name that all accounts share. */
  readonly shared: boolean;
};

/** `undefined`: nobody may send under this name now. */
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

/** What the company registered under this name, usable or not. */
export async function findRegisteredNames(tx: Tx, companyId: number, name: NameKey): Promise<readonly Sender[]> {
  return (await selectNamed(tx, companyId, [name])).filter(({ registered }) => registered);
}

const isShared = ({ channelType, senderName }: NameKey, { sharedTestName }: NameRules) =>
  channelType === 'SMS' && senderName === sharedTestName;

function isFree(name: { channelType: ChannelType; senderName: string }, rules: NameRules): boolean {
  if (senderNameFault(name.senderName, name.channelType, undefined) !== undefined) return false;
  return isShared(name, rules) || mayUseUnregistered(name.channelType, rules.moderation);
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
  // A name that was registered is never used as if it had not been: it may be closed, refused or suspended.
  if (registered.length > 0 || unregistered === undefined || unregistered.suspended) return undefined;
  return { senders: [unregistered], registered: false, shared: isShared(unregistered, rules) };
}

/**
 * How many of so many uses of the shared test name are within the day's limit; they are taken. What is left is known for
 * sure once the day's row is held, which a try that fails holds too: somebody else may just be taking some.
 */
export async function takeSharedName(tx: Tx, companyId: number, day: string, wanted: number): Promise<number> {
  let uses = wanted;
  while (uses > 0 && !(await takeSharedUses(tx, companyId, day, uses, SHARED_PER_DAY_MAX)))
    uses = Math.min(uses, Math.max(0, SHARED_PER_DAY_MAX - (await countSharedUses(tx, companyId, day))));
  return uses;
}

/** Places that were taken for messages that are refused after all. */
export async function giveBackSharedName(tx: Tx, companyId: number, day: string, unused: number): Promise<void> {
  if (unused > 0) await giveBackSharedUses(tx, companyId, day, unused);
}
