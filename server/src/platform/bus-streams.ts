// The streams of a cell at the broker: two with work, and one that keeps a few values. A stream that is missing is made
// again with its next message or consumer.
import {
  type ConsumerInfo,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';

export type Stream = 'send' | 'outcome';
/** Keeps the last message of each subject: a key-value store. */
export const VALUES = 'values';
export type AnyStream = Stream | typeof VALUES;

/** The epoch while there is no stream. */
export const NO_STREAM = 'none';

/** What a stream carries now. Its numbers begin anew when the broker has lost it; then `epoch` is another one. */
export type StreamProgress = {
  readonly epoch: string;
  /** Number of the oldest message that its reader may not have acknowledged; undefined when there is none. */
  readonly oldest: number | undefined;
  /** Number of the last message that was published. */
  readonly last: number;
};

export type BusOptions = {
  /** False: fails when the broker does not answer; else waits for it. */
  waits?: boolean;
  replicas: number;
  url: string;
  cell: string;
  name: string;
  onTrouble: (what: string, error: unknown) => void;
  onRepair: () => void;
};

export type Wire = {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly client: JetStreamClient;
  readonly options: BusOptions;
  readonly streamName: (stream: AnyStream) => string;
  /** How often the broker has come back. */
  readonly reconnects: () => number;
};

const DUPLICATE_WINDOW_MS = 120_000;
const STREAM_BYTES_MAX = 1024 * 1024 * 1024;
const VALUES_BYTES_MAX = 1024 * 1024;

export async function ensureStream({ manager, options, streamName }: Wire, stream: AnyStream): Promise<void> {
  const name = streamName(stream);
  const exists = await manager.streams.info(name).then(
    () => true,
    () => false,
  );
  if (exists) return;
  await manager.streams.add({
    name,
    subjects: [`${options.cell}.${stream}.>`],
    storage: StorageType.File,
    ...(stream === VALUES
      ? { retention: RetentionPolicy.Limits, max_msgs_per_subject: 1 }
      : { retention: RetentionPolicy.Workqueue, discard: DiscardPolicy.New }),
    max_bytes: stream === VALUES ? VALUES_BYTES_MAX : STREAM_BYTES_MAX,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: options.replicas,
  });
  options.onRepair();
}

/** It is made again with the next message or consumer. */
export async function removeStream({ manager, streamName }: Wire, stream: AnyStream): Promise<void> {
  await manager.streams.delete(streamName(stream)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

/**
 * A broker that was killed may keep messages that had been acknowledged, and never deliver them again: the reader tells
 * what is open. Without a reader, everything in the stream is.
 */
export async function progress({ manager, streamName }: Wire, stream: Stream, reader: string): Promise<StreamProgress> {
  try {
    const { created, state } = await manager.streams.info(streamName(stream));
    const stored = state.messages === 0 ? undefined : state.first_seq;
    const read = await manager.consumers.info(streamName(stream), reader).catch(() => undefined);
    return { epoch: created, oldest: read === undefined ? stored : oldestOpen(read), last: state.last_seq };
  } catch (error) {
    // It is made with its first message; until then it carries nothing.
    if (isMissing(error)) return { epoch: NO_STREAM, oldest: undefined, last: 0 };
    throw error;
  }
}

type ReaderState = Pick<ConsumerInfo, 'num_pending' | 'num_ack_pending'> & {
  readonly ack_floor: { readonly stream_seq: number };
};

/** Everything up to the floor is acknowledged. */
export function oldestOpen({ num_pending: waiting, num_ack_pending: taken, ack_floor: floor }: ReaderState) {
  return waiting + taken === 0 ? undefined : floor.stream_seq + 1;
}

export async function readValue({ manager, options, streamName }: Wire, key: string): Promise<string | undefined> {
  try {
    const subject = `${options.cell}.${VALUES}.${key}`;
    const message = await manager.streams.getMessage(streamName(VALUES), { last_by_subj: subject });
    return message?.string();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown) =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
