// A connector begins a batch before its first byte: only batches marked in flight here may go to the wire. A refused
// batch is stopped, held, begun elsewhere, sent before or outside its schedule; it is rescheduled at once. The
// permission names the messages that must not be sent: blocked number or sender name, closed country, or no address at
// the provider. It carries the account of the sender name at the provider, the addresses of its subscribers, and the
// sessions and templates of its messages, if the protocol of the link has them.

import type { Addressing } from '@volley/domain/links/provider-protocol.ts';
import { HOME_COUNTRY, openCountries } from '@volley/domain/numbers/country.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { SessionFacts } from '@volley/domain/templates/provider-template.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findBlockedMessages } from '../../blacklist/find-blocked.ts';
import { selectPastCreated } from '../../messages/move-messages.sql.ts';
import { findAccounts } from '../../sender-accounts/find-accounts.ts';
import type { StoredAccount } from '../../sender-accounts/stored-account.ts';
import { findAddresses } from '../../subscribers/find-addresses.ts';
import type { Batch } from './batch.ts';
import { type BegunBatch, markInFlight, rescheduleClaimed } from './batches.sql.ts';
import { sessionsOfBatches } from './session-facts.ts';
import { traceBegun } from './trace-batches.ts';

export type Permission = {
  /** Message id → error code. */
  readonly blocked: ReadonlyMap<string, number>;
  /** Messages that have left CREATED already: the connector reports no outcome for them. */
  readonly ended: ReadonlySet<string>;
  /** A copy may be with the operator: a blocked message may still be delivered. */
  readonly inDoubt: boolean;
  /** The account of the sender name at the provider of the link. */
  readonly account?: StoredAccount;
  /** Number → id of the recipient at the provider. Absent: recipients are addressed by number. */
  readonly addresses?: ReadonlyMap<string, string>;
  /** By message id. Absent: the protocol has no sessions. */
  readonly sessions?: ReadonlyMap<string, SessionFacts>;
};

export type BeginningLink = {
  /** Message parts that may be on the wire at a time. */
  readonly window: number;
  /** The link, if sender names may have accounts at its provider. */
  readonly accountsOf?: number | undefined;
  readonly addressing?: Addressing;
  readonly hasSessions?: boolean;
};

/** Batch id → permission, only for batches that may be sent. */
export async function beginBatches(
  platform: Needs & Pick<Platform, 'traces'>,
  batches: readonly Batch[],
  link: BeginningLink,
): Promise<Map<string, Permission>> {
  const startedAt = performance.now();
  const begun = await begin(platform, batches, link);
  if (platform.traces.isOn)
    traceBegun(
      platform.traces,
      batches.map((batch) => (begun.has(batch.id) ? { batch } : { batch, failure: 'refused' })),
      startedAt,
    );
  return begun;
}

type Needs = Pick<Platform, 'db' | 'config' | 'instanceId' | 'restoreGate'>;

function begin(
  { db, config, instanceId, restoreGate }: Needs,
  batches: readonly Batch[],
  { window, accountsOf, addressing = 'number', hasSessions = false }: BeginningLink,
): Promise<Map<string, Permission>> {
  return inTransaction(db, async (tx) => {
    // A restored database may have begun and sent them before; their lease brings them back.
    if (!(await restoreGate.isOpen(tx))) return new Map();
    const open = batches.filter(({ untilMs }) => untilMs === undefined || tx.now.getTime() < untilMs);
    const begun = await markInFlight(tx, { owner: instanceId, window }, open);
    const rows = new Map(begun.map((row) => [row.id, row]));
    const refused = batches.filter((batch) => !rows.has(batch.id));
    if (refused.length > 0) await rescheduleClaimed(tx, refused);
    const blocked = await findBlocked(tx, batches, rows, config.allowedCountries);
    const thinned = batches.filter((batch) => rows.get(batch.id)?.thinned === true);
    const ended =
      thinned.length === 0
        ? new Set<string>()
        : new Set(
            await selectPastCreated(
              tx,
              thinned.flatMap(({ messages }) => messages.map(({ id }) => id)),
            ),
          );
    const accountOf = await accountsOfBatches(tx, batches, accountsOf);
    const addressesOf = addressing === 'number' ? () => ({}) : await addressesOfBatches(tx, batches, blocked);
    const sessions = hasSessions ? { sessions: await sessionsOfBatches(tx, batches, config.moderation) } : {};
    return new Map(
      begun.map((row) => [
        row.id,
        { blocked, ended, inDoubt: row.in_doubt, ...accountOf(row.id), ...addressesOf(row.id), ...sessions },
      ]),
    );
  });
}

async function accountsOfBatches(
  tx: Tx,
  batches: readonly Batch[],
  linkId: number | undefined,
): Promise<(batchId: string) => Pick<Permission, 'account'>> {
  if (linkId === undefined) return () => ({});
  const accounts = await findAccounts(
    tx,
    linkId,
    batches.map(({ senderId }) => senderId),
  );
  const senders = new Map(batches.map(({ id, senderId }) => [id, senderId]));
  return (batchId) => {
    const account = accounts.get(senders.get(batchId) ?? 0);
    return account === undefined ? {} : { account };
  };
}

/** Adds the messages of numbers without a subscriber to `blocked`. */
async function addressesOfBatches(
  tx: Tx,
  batches: readonly Batch[],
  blocked: Map<string, number>,
): Promise<(batchId: string) => Pick<Permission, 'addresses'>> {
  const found = await findAddresses(
    tx,
    batches.map(({ messages, ...batch }) => ({ ...batch, destinations: messages.map((one) => one.destination) })),
  );
  const byBatch = new Map(batches.map(({ id }, at) => [id, found[at] ?? new Map<string, string>()]));
  for (const { id: batchId, messages } of batches)
    for (const { id, destination } of messages)
      if (!blocked.has(id) && !byBatch.get(batchId)?.has(destination)) blocked.set(id, ERROR.botNotStarted);
  return (batchId) => ({ addresses: byBatch.get(batchId) ?? new Map<string, string>() });
}

async function findBlocked(
  tx: Tx,
  batches: readonly Batch[],
  begun: ReadonlyMap<string, BegunBatch>,
  installation: readonly string[],
): Promise<Map<string, number>> {
  const watched = batches.filter(({ id }) => begun.get(id)?.watched === true);
  const blocked = watched.length === 0 ? new Map<string, number>() : await findBlockedMessages(tx, watched);
  const closed = batches.filter(({ id }) => isClosed(begun.get(id), installation));
  for (const { id } of closed.flatMap(({ messages }) => messages))
    if (!blocked.has(id)) blocked.set(id, ERROR.destinationRestricted);
  return blocked;
}

function isClosed(begun: BegunBatch | undefined, installation: readonly string[]): boolean {
  if (begun === undefined) return false;
  return !openCountries(begun.open_countries ?? installation)(begun.country ?? HOME_COUNTRY);
}
