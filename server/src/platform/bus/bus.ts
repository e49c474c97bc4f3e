// JetStream carries batches of work and stores a few values; core NATS carries wake-ups and marks. Correctness depends
// on neither: a lost or repeated message, or a broker that comes back empty, costs time and never data. Missing streams
// and consumers are therefore created again wherever they are found missing.
import { randomUUID } from 'node:crypto';
import { AckPolicy, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  connect,
  errors,
  headers,
  type NatsConnection,
  type NodeConnectionOptions,
  nanos,
} from '@nats-io/transport-node';
import { CONNECTION } from '../logging/outage-log.ts';
import { brokerAddress } from './broker-address.ts';
import { searchStranded } from './bus-stranded.ts';
import {
  type AnyStream,
  type BusOptions,
  ensureStream,
  pending,
  progress,
  readValue,
  removeStream,
  type Stream,
  type StreamContent,
  type StreamProgress,
  VALUES,
  type Wire,
} from './bus-streams.ts';

export type Work = {
  readonly payload: Uint8Array;
  ack(): void;
  /** Returns the work; the broker delivers it again after the delay. */
  nak(delayMs: number): void;
  /** Extends the ack deadline. */
  working(): void;
};

export type Consumption = { stop(): Promise<void> };

export type Bus = {
  /** Wakes the listeners; timers make up for lost wake-ups. */
  wake(subject: string): void;
  onWake(subject: string, wake: () => void): void;
  /** Asks every listener and waits for `expected` answers or the time-out; returns the number of answers. */
  ask(subject: string, payload: string, expected: number, timeoutMs: number): Promise<number>;
  onAsk(subject: string, answer: (payload: string) => void): void;
  /** Stores a piece of work; the broker deduplicates by id for two minutes. */
  publish(stream: Stream, key: string, id: string, payload: Uint8Array): Promise<void>;
  /** Awaits `take` before it fetches more: that is the back-pressure. */
  consume(
    options: { stream: Stream; key: string; name: string; maxPending: number; ackWaitMs: number },
    take: (work: Work) => Promise<void> | void,
  ): Consumption;
  /** Rejects when the broker is down. */
  progress(stream: Stream, reader: string): Promise<StreamProgress>;
  /** Stored work of every stream that exists. Rejects when the broker is down. */
  pending(): Promise<StreamContent[]>;
  /** The last value stored under a key. Undefined: none. Rejects when the broker is down. */
  readValue(key: string): Promise<string | undefined>;
  storeValue(key: string, value: string): Promise<void>;
  /** Removes all work of a stream and the ids used for deduplication. */
  clear(stream: Stream): Promise<void>;
  isConnected(): boolean;
  /** Version of the connected server, or of the last one. Undefined: none has answered. */
  serverVersion(): string | undefined;
  /** Removes the streams of this cell: for sandboxes and tests. */
  destroy(): Promise<void>;
  close(): Promise<void>;
};

const SILENT_MS = 2_000;
const PUBLISH_TIMEOUT_MS = 5_000;
const PUBLISH_TRIES_MAX = 8;

export async function connectBus(options: BusOptions): Promise<Bus> {
  const connection = await connectReported(options, {
    ...brokerAddress(options.url),
    name: options.name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    waitOnFirstConnect: options.waits ?? true,
    ignoreClusterUpdates: false,
  });
  const state = followConnection(connection, options);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const wire: Wire = {
    connection,
    manager,
    client: jetstream(connection),
    options,
    streamName: (stream) => `${options.cell}_${stream}`,
    reconnects: () => state.reconnects,
  };
  return {
    wake: (subject) => publishWakeUp(wire, subject),
    onWake: (subject, wake) => {
      connection.subscribe(`${options.cell}.ring.${subject}`, { callback: () => wake() });
    },
    ask: (subject, payload, expected, timeoutMs) => ask(wire, subject, payload, { expected, timeoutMs }),
    onAsk: (subject, answer) => {
      connection.subscribe(`${options.cell}.ask.${subject}`, {
        callback: (_, message) => {
          answer(message.string());
          message.respond();
        },
      });
    },
    publish: (stream, key, id, payload) => publish(wire, { stream, key }, id, payload),
    consume: (consumer, take) => consume(wire, consumer, take),
    progress: (stream, reader) => progress(wire, stream, reader),
    pending: () => pending(wire),
    readValue: (key) => readValue(wire, key),
    storeValue: (key, value) => publish(wire, { stream: VALUES, key }, randomUUID(), Buffer.from(value)),
    clear: (stream) => removeStream(wire, stream),
    isConnected: () => state.connected,
    serverVersion: () => connection.info?.version,
    destroy: async () => {
      for (const stream of ['send', 'outcome', VALUES] as const)
        await removeStream(wire, stream).catch(() => undefined);
    },
    close: () => connection.close(),
  };
}

/** A process that starts before its broker waits for it, and says so. */
async function connectReported(options: BusOptions, settings: NodeConnectionOptions): Promise<NatsConnection> {
  const silent = setInterval(() => options.onTrouble(CONNECTION, new Error('the broker does not answer')), SILENT_MS);
  try {
    const connection = await connect(settings);
    options.onWorked(CONNECTION);
    return connection;
  } finally {
    clearInterval(silent);
  }
}

function followConnection(
  connection: NatsConnection,
  { onTrouble, onWorked }: Pick<BusOptions, 'onTrouble' | 'onWorked'>,
): { connected: boolean; reconnects: number } {
  const state = { connected: true, reconnects: 0 };
  const follow = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'close') state.connected = false;
      if (status.type === 'disconnect') onTrouble(CONNECTION, new Error(`disconnected from ${status.server}`));
      if (status.type !== 'reconnect') continue;
      onWorked(CONNECTION);
      state.connected = true;
      state.reconnects += 1;
    }
    state.connected = false;
  };
  void follow();
  return state;
}

function publishWakeUp({ connection, options }: Wire, subject: string): void {
  try {
    connection.publish(`${options.cell}.ring.${subject}`);
    options.onWorked('ring');
  } catch (error) {
    options.onTrouble('ring', error);
  }
}

async function ask(
  { connection, options }: Wire,
  subject: string,
  payload: string,
  { expected, timeoutMs }: { expected: number; timeoutMs: number },
): Promise<number> {
  if (expected === 0) return 0;
  let answers = 0;
  try {
    const replies = await connection.requestMany(`${options.cell}.ask.${subject}`, payload, {
      strategy: 'count',
      maxMessages: expected,
      maxWait: timeoutMs,
    });
    for await (const _ of replies) answers += 1;
    options.onWorked('ask');
  } catch (error) {
    options.onTrouble('ask', error);
  }
  return answers;
}

async function publish(
  wire: Wire,
  { stream, key }: { stream: AnyStream; key: string },
  id: string,
  payload: Uint8Array,
): Promise<void> {
  const head = headers();
  head.set('Nats-Msg-Id', id);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await wire.connection.request(`${wire.options.cell}.${stream}.${key}`, payload, {
        headers: head,
        timeout: PUBLISH_TIMEOUT_MS,
      });
      const answer: { error?: { description: string } } = reply.json();
      if (answer.error) throw new Error(`the broker refused ${stream}.${key}: ${answer.error.description}`);
      wire.options.onWorked('publish');
      return;
    } catch (error) {
      if (attempt >= PUBLISH_TRIES_MAX)
        throw new Error(`publish to ${stream}.${key} failed after ${attempt} attempts`, { cause: error });
      if (attempt > 1 || !isStreamMissing(error)) wire.options.onTrouble('publish', error);
      await pause(Math.min(100 * 2 ** attempt, 2_000));
      await ensureStream(wire, stream).catch(() => undefined);
    }
  }
}

/** The stream is created at once: no trouble yet. */
const isStreamMissing = (error: unknown) => error instanceof errors.RequestError && error.isNoResponders();

function consume(
  wire: Wire,
  consumer: Parameters<Bus['consume']>[0],
  take: Parameters<Bus['consume']>[1],
): Consumption {
  const name = `${consumer.name}`.replaceAll(/[^\w-]/g, '_');
  const stream = wire.streamName(consumer.stream);
  const subject = `${wire.options.cell}.${consumer.stream}.${consumer.key}`;
  const search = searchStranded(wire, { stream, name, subject });
  let stopped = false;

  const ensureConsumer = async () => {
    await ensureStream(wire, consumer.stream);
    const limits = { ack_wait: nanos(consumer.ackWaitMs), max_ack_pending: consumer.maxPending };
    const known = await wire.manager.consumers.info(stream, name).catch(() => undefined);
    if (known === undefined)
      await wire.manager.consumers.add(stream, {
        durable_name: name,
        filter_subject: subject,
        ack_policy: AckPolicy.Explicit,
        ...limits,
      });
    // A consumer created by another release may have different limits.
    else if (known.config.max_ack_pending !== limits.max_ack_pending || known.config.ack_wait !== limits.ack_wait)
      await wire.manager.consumers.update(stream, name, limits);
    return wire.client.consumers.get(stream, name);
  };

  const loop = async () => {
    let source: Awaited<ReturnType<typeof ensureConsumer>> | undefined;
    let lookedAfter = 0;
    while (!stopped) {
      try {
        // A broker that came back may have lost the consumer.
        if (wire.reconnects() !== lookedAfter) source = undefined;
        lookedAfter = wire.reconnects();
        source ??= await ensureConsumer();
        const messages = await source.fetch({ max_messages: consumer.maxPending, expires: 1_000 });
        let came = 0;
        for await (const message of messages) {
          came += 1;
          // Work that arrives after stop() is returned at once, for the next consumer.
          if (stopped) message.nak();
          else await take(asWork(message));
        }
        wire.options.onWorked(`consume ${name}`);
        if (came > 0 || stopped || !(await search.isStranded())) continue;
        await wire.manager.consumers.delete(stream, name);
        wire.options.onRepair();
        source = undefined;
      } catch (error) {
        source = undefined;
        if (stopped) break;
        wire.options.onTrouble(`consume ${name}`, error);
        await pause(250);
      }
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      await Promise.race([running, pause(2_000)]);
    },
  };
}

function asWork(message: JsMsg): Work {
  return {
    payload: message.data,
    ack: () => message.ack(),
    nak: (delayMs) => message.nak(delayMs),
    working: () => message.working(),
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
