// The screen of every simulated phone: the last messages and calls of some senders, on all channels.
import { listAt, numberAt, textAt } from '@volley/bench/harness/json.ts';

export type PhoneMessage = {
  readonly seq: number;
  readonly at: string;
  /** Account of the simulator: an operator, or a channel in lower case. */
  readonly account: string;
  readonly source: string;
  readonly destination: string;
  readonly text: string;
};

const KEPT_MAX = 6;
const PAGE = 10_000;

export function openPhone(simulatorUrl: string, senderNames: readonly string[]) {
  let seen = 0;
  let kept: PhoneMessage[] = [];
  let reading: Promise<void> | undefined;

  /** Reads on from the last message, so that the cost does not grow with the messages of the sandbox. */
  const readOn = async (): Promise<void> => {
    for (;;) {
      const response = await fetch(`${simulatorUrl}/received?after=${seen}&limit=${PAGE}`);
      const page: unknown = await response.json();
      // After a reset the simulator counts from 1 again.
      if (numberAt(page, 'total') < seen) {
        seen = 0;
        kept = [];
        continue;
      }
      const items = listAt(page, 'items').map(messageOf);
      const own = items.filter(({ source }) => senderNames.includes(source));
      kept = [...kept, ...own].toSorted((a, b) => a.seq - b.seq).slice(-KEPT_MAX);
      seen = Math.max(seen, ...items.map(({ seq }) => seq));
      if (items.length < PAGE) return;
    }
  };

  return {
    /** Newest first. Questions at the same time share one read. */
    async messages(): Promise<PhoneMessage[]> {
      reading ??= readOn().finally(() => {
        reading = undefined;
      });
      await reading;
      return kept.toReversed();
    },
  };
}

function messageOf(item: unknown): PhoneMessage {
  return {
    seq: numberAt(item, 'seq'),
    at: textAt(item, 'at'),
    account: textAt(item, 'account'),
    source: textAt(item, 'source'),
    destination: textAt(item, 'destination'),
    text: textAt(item, 'text'),
  };
}
