// The streams of a cell at the broker: two for work, one for a few values. A missing stream is created with its next
// message or consumer.
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
/** A key-value store: only the last message of each subject is stored. */
export const VALUES = 'values';
export type AnyStream = Stream | typeof VALUES;

/** The epoch while the stream is missing. */
export const NO_STREAM = 'none';

/** Content of a stream. When the broker has lost the stream, its numbers restart and `epoch` changes. */
export type StreamProgress = {
  readonly epoch: string;
  /** Number of the oldest message that the reader may not have acknowledged; undefined: none. */
  readonly oldest: number | undefined;
  /** Number of the last published message. */
  readonly last: number;
};

export type BusOptions = {
  /** False: fails when the broker does not answer. True: waits for it. */
  waits?: boolean;
  replicas: number;
  url: string;
  cell: string;
  name: string;
  onTrouble: (what: string, error: unknown) => void;
  /** Called after every success of an operation that may have failed before. */
  onWorked: (what: string) => void;
  onRepair: () => void;
};

export type Wire = {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly client: JetStreamClient;
  readonly options: BusOptions;
  readonly streamName: (stream: AnyStream) => string;
  /** Number of reconnects to the broker. */
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

/** The next message or consumer creates the stream again. */
export async function removeStream({ manager, streamName }: Wire, stream: AnyStream): Promise<void> {
  await manager.streams.delete(streamName(stream)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

/**
 * A killed broker may keep acknowledged messages and never deliver them again, so the consumer decides which messages
 * are open. Without a consumer, every stored message is open.
 */
export async function progress({ manager, streamName }: Wire, stream: Stream, reader: string): Promise<StreamProgress> {
  try {
    const { created, state } = await manager.streams.info(streamName(stream));
    const stored = state.messages === 0 ? undefined : state.first_seq;
    const read = await manager.consumers.info(streamName(stream), reader).catch(() => undefined);
    return { epoch: created, oldest: read === undefined ? stored : oldestOpen(read), last: state.last_seq };
  } catch (error) {
    // The first message creates the stream.
    if (isMissing(error)) return { epoch: NO_STREAM, oldest: undefined, last: 0 };
    throw error;
  }
}

export type StreamContent = { readonly stream: Stream; readonly messages: number; readonly bytes: number };

export async function pending({ manager, streamName }: Wire): Promise<StreamContent[]> {
  const contents = (['send', 'outcome'] as const).map(async (stream) => {
    try {
      const { state } = await manager.streams.info(streamName(stream));
      return [{ stream, messages: state.messages, bytes: state.bytes }];
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
  return (await Promise.all(contents)).flat();
}

type ReaderState = Pick<ConsumerInfo, 'num_pending' | 'num_ack_pending'> & {
  readonly ack_floor: { readonly stream_seq: number };
};

/** Every message up to the floor is acknowledged. */
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
