// What the service has not worked off yet: the queues that must shrink when the faults are over, and the work that must
// be done before the books are compared.
import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Stand } from '../stand/stand.ts';
import { withDatabase } from '../stand/with-database.ts';

/** `receipts` nobody has looked at, batches in `doubts`, `outcomes` waiting in the stream. */
export type Backlog = { readonly receipts: number; readonly doubts: number; readonly outcomes: number };

export type Work = Backlog & {
  /** Batches that are not done, and messages that are not handed over. */
  readonly batches: number;
  readonly queued: number;
  /** Messages that wait for their receipt. */
  readonly sent: number;
  readonly callbacks: number;
  /** Receipts that the operators have not got rid of. */
  readonly held: number;
};

export type BacklogWatch = {
  look(): Promise<Work>;
  /** What the broker says of the stream of outcomes and of who reads it. */
  tellStream(): Promise<string[]>;
  close(): Promise<void>;
};

const QUESTION = `
  select (select count(*) from receipts where tries = 0)::integer as receipts,
    (select count(*) from batches where state = 2 and waiting_for = 'doubt')::integer as doubts,
    (select count(*) from batches where state < 3)::integer as batches,
    (select count(*) from messages where status = 0)::integer as queued,
    (select count(*) from messages where status = 1)::integer as sent,
    ((select count(*) from callback_batches) + (select count(*) from event_inbox)
      + (select count(*) from callback_ranges where next_try_at is not null))::integer as callbacks`;

export async function watchBacklog(stand: Stand): Promise<BacklogWatch> {
  const connection = await connect({ servers: stand.natsUrl, maxReconnectAttempts: -1 });
  const manager = await jetstreamManager(connection, { checkAPI: false });
  return {
    look: async () => {
      const { rows } = await withDatabase(stand.databaseUrl, (client) =>
        client.query<Omit<Work, 'outcomes'>>(QUESTION),
      );
      const [row] = rows;
      if (row === undefined) throw new Error('no backlog');
      const outcomes = await countWaiting(manager, `${stand.cell}_outcome`);
      const held = (await stand.simulator.counters())['receiptsWaiting'] ?? 0;
      return { ...row, outcomes, held };
    },
    tellStream: async () => {
      const name = `${stand.cell}_outcome`;
      const { state, created } = await manager.streams.info(name);
      const consumers = await manager.consumers.list(name).next();
      return [{ created, ...state }, ...consumers].map((part) => `left, broker: ${JSON.stringify(part)}`);
    },
    close: () => connection.close(),
  };
}

/**
 * What nobody has acknowledged. A broker that was killed may come back with messages in the stream that its consumer
 * had acknowledged: nobody will ever get those, so the stream's own count would never be zero again.
 */
async function countWaiting(manager: JetStreamManager, stream: string): Promise<number> {
  try {
    const readers = await manager.consumers.list(stream).next();
    if (readers.length === 0) return (await manager.streams.info(stream)).state.messages;
    return readers.reduce((sum, reader) => sum + reader.num_pending + reader.num_ack_pending, 0);
  } catch (error) {
    // A stream that the broker has lost is made again with its next message.
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return 0;
    throw error;
  }
}
