// A killed broker may come back with a stream and a consumer that disagree: the stream still stores messages that the
// consumer counts as acknowledged, or the consumer has read past the end of the stream. The broker never delivers such
// messages, and a process that waits for an empty stream waits forever. A new consumer delivers them again; consumers
// are idempotent, so that is safe.
import type { Wire } from './bus-streams.ts';

type Consumer = { readonly stream: string; readonly name: string; readonly subject: string };

export type StrandedSearch = {
  /** Call after each empty fetch. True: only a new consumer delivers the messages left in the stream. */
  isStranded(): Promise<boolean>;
};

/**
 * Searches after each reconnect until the stream is clean. A single search is not enough: a message may count as
 * acknowledged behind one that is still open, and shows up only when that one is done.
 */
export function searchStranded(wire: Wire, consumer: Consumer): StrandedSearch {
  let cleanSince = 0;
  let searchedSince = 0;
  let idleBefore: number | undefined;
  let deliveredAgain = 0;
  return {
    isStranded: async () => {
      const returns = wire.reconnects();
      if (returns === cleanSince) return false;
      if (returns !== searchedSince) deliveredAgain = 0;
      searchedSince = returns;
      const found = await look(wire, consumer);
      if (found === 'clean') cleanSince = returns;
      // The same oldest message before and after an empty fetch, unclaimed: the next fetch does not deliver it either.
      const isSame = typeof found === 'number' && found === idleBefore;
      idleBefore = typeof found === 'number' && !isSame ? found : undefined;
      if (!isSame) return found === 'ahead';
      // A new consumer has already acknowledged this message, and the broker still stores it.
      if (found <= deliveredAgain) await wire.manager.streams.deleteMessage(consumer.stream, found);
      const isStranded = found > deliveredAgain;
      deliveredAgain = found;
      return isStranded;
    },
  };
}

/** `ahead`: of the stream. `busy`: a message is claimed. A number: the oldest message, unclaimed. */
async function look(wire: Wire, consumer: Consumer) {
  const { delivered, num_ack_pending: taken } = await wire.manager.consumers.info(consumer.stream, consumer.name);
  // Read after the consumer, so the stream can only have grown.
  const { state } = await wire.manager.streams.info(consumer.stream);
  if (delivered.stream_seq > state.last_seq) return 'ahead';
  if (taken > 0) return 'busy';
  return (await findOldest(wire, consumer, state.first_seq)) ?? 'clean';
}

async function findOldest({ manager }: Wire, { stream, subject }: Consumer, first: number) {
  // NATS servers support this query since 2.9; the client's type has only the two older ones.
  const question = { seq: 1, next_by_subj: subject } as { seq: number };
  const bySubject = await manager.streams.getMessage(stream, question);
  if (bySubject !== null) return bySubject.seq;
  // The subject index may have lost the message too.
  const atFirst = await manager.streams.getMessage(stream, { seq: first });
  const isOwn = subject.endsWith('>')
    ? atFirst?.subject.startsWith(subject.slice(0, -1))
    : atFirst?.subject === subject;
  return isOwn ? atFirst?.seq : undefined;
}
