// Waits until all work that is due at the current business time is done. Replaces a wait of fixed length, which proves
// little on a busy machine and costs its whole length on a quiet one.
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { read } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { NATS_URL } from './servers.ts';

/** Ends a wait that hangs. */
const LIMIT_MS = 120_000;
/** Quiet passes in a row: the second finds work that a loop has handed to another loop during the first. */
const QUIET_PASSES = 2;

export type Settled = { readonly platforms: readonly Platform[]; readonly roles: ReadonlySet<string> };

/** Resolves when every loop has done this many whole rounds; the bus and open requests may still be busy. */
export async function passRounds(platforms: readonly Platform[], rounds = 2): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(platforms.map((platform) => platform.loops.barrier()));
}

/** Resolves when every loop has done whole rounds, the bus is empty and no callback waits for its first try. */
export async function settle({ platforms, roles }: Settled): Promise<void> {
  const [platform] = platforms;
  if (platform === undefined) throw new Error('settle: no platform is running');
  const endMs = performance.now() + LIMIT_MS;
  for (let quiet = 0; quiet < QUIET_PASSES; ) {
    await passRounds(platforms, 1);
    const busy = [...(await busyStreams(platform, roles)), ...(await busyCallbacks(platform, roles))];
    quiet = busy.length === 0 ? quiet + 1 : 0;
    if (performance.now() > endMs) throw new Error(`after ${LIMIT_MS} ms work remains: ${busy.join(', ')}`);
  }
}

let connection: Promise<NatsConnection> | undefined;

async function busyStreams({ config }: Platform, roles: ReadonlySet<string>): Promise<string[]> {
  connection ??= connect({ servers: NATS_URL });
  const manager = await jetstreamManager(await connection, { checkAPI: false });
  const consumed = [roles.has('connector') && 'send', roles.has('recorder') && 'outcome'].filter(
    (name) => name !== false,
  );
  const counts = await Promise.all(
    consumed.map(async (stream) => {
      // A stream that does not exist is empty: its first message creates it.
      const found = await manager.streams.info(`${config.cell}_${stream}`).catch(() => undefined);
      return { stream, messages: found?.state.messages ?? 0 };
    }),
  );
  return counts.filter(({ messages }) => messages > 0).map(({ stream, messages }) => `${messages} on ${stream}`);
}

async function busyCallbacks({ db }: Platform, roles: ReadonlySet<string>): Promise<string[]> {
  if (!roles.has('notifier')) return [];
  const [row] = await read(db, (tx) =>
    tx.query<Record<string, boolean>>(
      `select
         exists (select from event_inbox) as "events without a number",
         exists (select from callback_ranges where attempts = 0 and next_try_at is not null) as "first tries",
         exists (select from callback_batches where next_try_at <= $1) as "partner callbacks",
         exists (select from callback_endpoints where lease_until > clock_timestamp() and owner is not null) as "requests"`,
      [tx.now],
    ),
  );
  return Object.entries(row ?? {}).flatMap(([name, isBusy]) => (isBusy ? [name] : []));
}
