// Unfinished work of the service: the queues that must shrink after the faults, and the work that must finish before
// the books are compared.
import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Harness } from '../harness/harness.ts';
import { withDatabase } from '../harness/with-database.ts';

/** Unprocessed `receipts`, batches in `doubts`, `outcomes` waiting in the stream. */
export type Backlog = { readonly receipts: number; readonly doubts: number; readonly outcomes: number };

export type Work = Backlog & {
  /** Unfinished batches, and messages not handed over. */
  readonly batches: number;
  readonly queued: number;
  /** Messages that wait for a receipt. */
  readonly sent: number;
  readonly callbacks: number;
  /** Receipts that the operators have not delivered. */
  readonly held: number;
};

export type BacklogWatch = {
  look(): Promise<Work>;
  /** State of the outcome stream and its consumers, as the broker reports it. */
  describeStream(): Promise<string[]>;
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

export async function watchBacklog(harness: Harness): Promise<BacklogWatch> {
  const connection = await connect({ servers: harness.natsUrl, maxReconnectAttempts: -1 });
  const manager = await jetstreamManager(connection, { checkAPI: false });
  return {
    look: async () => {
      const { rows } = await withDatabase(harness.databaseUrl, (client) =>
        client.query<Omit<Work, 'outcomes'>>(QUESTION),
      );
      const [row] = rows;
      if (row === undefined) throw new Error('the backlog query returned no row');
      const outcomes = await countWaiting(manager, `${harness.cell}_outcome`);
      const held = (await harness.simulator.counters())['receiptsWaiting'] ?? 0;
      return { ...row, outcomes, held };
    },
    describeStream: async () => {
      const name = `${harness.cell}_outcome`;
      const { state, created } = await manager.streams.info(name);
      const consumers = await manager.consumers.list(name).next();
      return [{ created, ...state }, ...consumers].map((part) => `left, broker: ${JSON.stringify(part)}`);
    },
    close: () => connection.close(),
  };
}

/**
 * Unacknowledged messages. A killed broker may restart with messages that its consumer had acknowledged; those are
 * never delivered again, so the message count of the stream would never reach zero.
 */
async function countWaiting(manager: JetStreamManager, stream: string): Promise<number> {
  try {
    const readers = await manager.consumers.list(stream).next();
    if (readers.length === 0) return (await manager.streams.info(stream)).state.messages;
    return readers.reduce((sum, reader) => sum + reader.num_pending + reader.num_ack_pending, 0);
  } catch (error) {
    // A lost stream is recreated with its next message.
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return 0;
    throw error;
  }
}
