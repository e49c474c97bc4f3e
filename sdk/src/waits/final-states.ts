// `waitFor` of messages and dispatches: their final state, or a WaitTimeout.
import { checkForms } from '../checks/check-form.ts';
import type { Form } from '../checks/form.ts';
import type { Dispatch, Message, MessagingMethods } from '../generated/messaging.ts';
import type { Pause } from '../requests/retries.ts';
import { poll, type WaitOptions } from './poll.ts';

export type MessageWaits = {
  /**
   * Wait until a message has its final status: delivered, undelivered or unsent.
   *
   * A later step of a cascade is a message of its own.
   */
  waitFor(messageUuid: string, options?: WaitOptions): Promise<Message>;
  /** Wait for many messages; each is yielded when it is final. */
  waitForEach(messageUuids: readonly string[], options?: WaitOptions): AsyncIterable<Message>;
};

export type DispatchWaits = {
  /** Wait until a dispatch is done or stopped. */
  waitFor(id: number, options?: WaitOptions): Promise<Dispatch>;
};

const MESSAGES = { firstMs: 250, maxMs: 5_000 };
const DISPATCHES = { firstMs: 1_000, maxMs: 15_000 };
/** Ids of one request: an address of more than 16 KB is refused by most servers. */
const PAGE = 200;
/** Ids of one round. */
const ROUND = 1_000;

const UUID: Form = { type: 'string', format: 'uuid' };
const ID: Form = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
const OPTIONS: Form = {
  type: 'object',
  // The longest timer of Node.
  properties: { timeoutMs: { type: 'integer', minimum: 1, maximum: 2_147_483_647 }, signal: { type: 'signal' } },
};

const isFinal = ({ status }: Message): boolean => status !== 'sending' && status !== 'sent';

export function messageWaits(messages: MessagingMethods['messages'], pause: Pause): MessageWaits {
  return {
    waitFor: async (messageUuid, options = {}) => {
      const method = 'messages.waitFor';
      checkForms(method, { messageUuid: UUID, options: OPTIONS }, { messageUuid, options });
      let last: Message | undefined;
      const waiting = () => (last === undefined || !isFinal(last) ? [messageUuid] : []);
      const asked = poll({ ...options, method, interval: MESSAGES, pause, waiting }, (signal) =>
        messages.get(messageUuid, { signal }),
      );
      for await (const message of asked) last = message;
      return seen(last);
    },
    waitForEach: (messageUuids, options = {}) => eachFinal(messages, pause, messageUuids, options),
  };
}

async function* eachFinal(
  messages: MessagingMethods['messages'],
  pause: Pause,
  messageUuids: readonly string[],
  options: WaitOptions,
): AsyncGenerator<Message> {
  const method = 'messages.waitForEach';
  checkForms(method, { messageUuids: { type: 'array', items: UUID }, options: OPTIONS }, { messageUuids, options });
  const left = new Set(messageUuids.map((uuid) => uuid.toLowerCase()));
  const known = new Set<string>();
  const polled = { ...options, method, interval: MESSAGES, pause, waiting: () => [...left] };
  const ask = async (uuids: readonly string[], signal: AbortSignal): Promise<Message[]> => {
    const { items } = await messages.list({ message_uuid: uuids, per_page: ROUND }, { signal });
    for (const { messageUuid } of items) known.add(messageUuid);
    // A search by id also finds messages with this id of the client.
    const found = items.filter((message) => isFinal(message) && left.has(message.messageUuid));
    // A list has no inbound messages, and an unknown id would be waited for in vain: the service says so.
    for (const missing of uuids.filter((uuid) => !known.has(uuid))) {
      const one = await messages.get(missing, { signal });
      known.add(missing);
      if (isFinal(one)) found.push(one);
    }
    return found;
  };
  const rounds = poll(polled, async (signal) => {
    const round = [...left].slice(0, ROUND);
    const found: Message[] = [];
    for (let from = 0; from < round.length; from += PAGE)
      found.push(...(await ask(round.slice(from, from + PAGE), signal)));
    // Asked for again after all others.
    for (const uuid of round) if (left.delete(uuid)) left.add(uuid);
    return found;
  });
  for await (const items of rounds) for (const message of items) if (left.delete(message.messageUuid)) yield message;
}

export function dispatchWaits(dispatches: MessagingMethods['dispatches'], pause: Pause): DispatchWaits {
  return {
    waitFor: async (id, options = {}) => {
      const method = 'dispatches.waitFor';
      checkForms(method, { id: ID, options: OPTIONS }, { id, options });
      let last: Dispatch | undefined;
      const waiting = () => (last?.status === 'done' || last?.status === 'stopped' ? [] : [id]);
      const asked = poll({ ...options, method, interval: DISPATCHES, pause, waiting }, (signal) =>
        dispatches.get(id, { signal }),
      );
      for await (const dispatch of asked) last = dispatch;
      return seen(last);
    },
  };
}

function seen<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a wait ended without an answer');
  return value;
}
