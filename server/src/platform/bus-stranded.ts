// A broker that was killed may come back with a stream and a consumer that do not fit together: messages that the
// consumer counts as acknowledged still lie in the stream, or the consumer has read further than the stream
// reaches. Such messages are never delivered, and whoever waits until a stream is read would wait for ever. A new
// consumer delivers them once more, which changes nothing.
import type { Wire } from './bus-streams.ts';

type Consumer = { readonly stream: string; readonly name: string; readonly subject: string };

export type StrandedSearch = {
  /** To be asked after each fetch that brought nothing. True: only a new consumer will deliver what lies there. */
  isStranded(): Promise<boolean>;
};

/**
 * Searches from each return of the broker until nothing is left. One look after the return does not suffice: a message
 * may count as acknowledged behind one that is still open, and be found only when that one is done.
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
      // What lay there before a fetch that brought nothing, in nobody's hands, will not come with the next one either.
      const isSame = typeof found === 'number' && found === idleBefore;
      idleBefore = typeof found === 'number' && !isSame ? found : undefined;
      if (!isSame) return found === 'ahead';
      // A new consumer has been given it, and has acknowledged it: the broker alone does not get rid of it.
      if (found <= deliveredAgain) await wire.manager.streams.deleteMessage(consumer.stream, found);
      const isStranded = found > deliveredAgain;
      deliveredAgain = found;
      return isStranded;
    },
  };
}

/** `ahead`: of the stream. `busy`: somebody works on a message. A number: the oldest message, in nobody's hands. */
async function look(wire: Wire, consumer: Consumer) {
  const { delivered, num_ack_pending: taken } = await wire.manager.consumers.info(consumer.stream, consumer.name);
  // Asked after the consumer, so that the stream can only have grown.
  const { state } = await wire.manager.streams.info(consumer.stream);
  if (delivered.stream_seq > state.last_seq) return 'ahead';
  if (taken > 0) return 'busy';
  return (await findOldest(wire, consumer, state.first_seq)) ?? 'clean';
}

async function findOldest({ manager }: Wire, { stream, subject }: Consumer, first: number) {
  // Servers know this question since 2.9; the client's type has only the two older ones.
  const question = { seq: 1, next_by_subj: subject } as { seq: number };
  const bySubject = await manager.streams.getMessage(stream, question);
  if (bySubject !== null) return bySubject.seq;
  // The index of subjects may have lost it too.
  const atFirst = await manager.streams.getMessage(stream, { seq: first });
  const isOwn = subject.endsWith('>')
    ? atFirst?.subject.startsWith(subject.slice(0, -1))
    : atFirst?.subject === subject;
  return isOwn ? atFirst?.seq : undefined;
}
