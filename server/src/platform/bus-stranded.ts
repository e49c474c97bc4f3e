// A broker that was killed may come back with messages in a stream that its consumer had acknowledged: the consumer
// remembers that, the stream had not yet written that they are gone. They would lie there for ever, and whoever waits
// until a stream is read would wait for ever with them. A new consumer delivers them once more, which changes nothing.
import type { Wire } from './bus-streams.ts';

type Consumer = { readonly stream: string; readonly name: string; readonly subject: string };

/** Acknowledged messages also lie there for the moment that it takes to remove them. */
const LOOK_AGAIN_MS = 500;

export async function hasStranded(wire: Wire, consumer: Consumer): Promise<boolean> {
  const first = await findStranded(wire, consumer);
  if (first === undefined) return false;
  await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  return (await findStranded(wire, consumer)) === first;
}

/** The oldest message of the consumer's subject, if everything up to it counts as acknowledged. */
async function findStranded({ manager }: Wire, { stream, name, subject }: Consumer): Promise<number | undefined> {
  const { ack_floor } = await manager.consumers.info(stream, name);
  if (ack_floor.stream_seq === 0) return undefined;
  // Servers know this question since 2.9; the client's type has only the two older ones.
  const question = { seq: 1, next_by_subj: subject } as { seq: number };
  const oldest = await manager.streams.getMessage(stream, question);
  return oldest !== null && oldest.seq <= ack_floor.stream_seq ? oldest.seq : undefined;
}
