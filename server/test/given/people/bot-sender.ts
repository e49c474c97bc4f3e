// A sender name of a bot with its subscribers: uploads people, writes to them and reads what the provider received.
import { expect } from 'vitest';
import type { Cell } from '../cell.ts';
import type { BotPeer } from '../providers/bot-peers.ts';
import type { ReceivedText } from '../providers/operators.ts';
import type { Outcome } from '../rows/message-ends.ts';
import { untilFinal } from '../until-final.ts';
import { registerName, type Seller } from './seller.ts';
import type { GivenStaff } from './staff.ts';

type Subscriber = { readonly destination: string | null; readonly status: string; readonly source: string };

export type BotSender = {
  /** Saves the account, whose secrets the reply must not repeat. */
  putAccount(): Promise<unknown>;
  account(): Promise<{ readonly state: string; readonly problem: string | null }>;
  readonly numberOf: (person: number) => string;
  upload(people: readonly number[]): Promise<void>;
  /** The subscriber as the messaging API shows it. */
  subscriber(person: number): Promise<Subscriber | undefined>;
  /** Sends one message, which must be accepted, and returns its id. */
  send(person: number, change?: object): Promise<string>;
  untilFinal(id: string): Promise<Outcome>;
  receivedBy(person: number): Promise<readonly ReceivedText[]>;
};

export async function givenBotSender(
  cell: Cell,
  { channelType, senderName, values, received }: BotPeer,
  { seller, staff }: { readonly seller: Seller; readonly staff: GivenStaff },
): Promise<BotSender> {
  const senderId = await registerName(cell, seller, { channelType, senderName });
  const path = `/senders/${senderId}/account`;
  const numberOf = (person: number) => String(79_160_000_000 + person);
  return {
    putAccount: async () => {
      const reply = await staff.ask('PUT', path, { values });
      const { confirmation: _shown, ...secrets } = values;
      expect([reply.status, Object.values(secrets).filter((secret) => reply.text.includes(secret))]).toEqual([200, []]);
      return reply.body;
    },
    account: async () => {
      const { body } = await staff.ask('GET', path);
      return (body as { account: { state: string; problem: string | null } }).account; // checked by the client
    },
    numberOf,
    upload: async (people) => {
      const subscribers = people.map((person) => ({ subscriberId: String(person), destination: numberOf(person) }));
      const reply = await seller.ask('POST', '/subscribers', { channelType, senderName, subscribers }, 'SYSTEM');
      expect(reply.status).toBe(200);
    },
    subscriber: async (person) => {
      const query = `/subscribers?channel_type=${channelType}&subscriber_id=${person}`;
      const { body } = await seller.ask('GET', query, undefined, 'SYSTEM');
      return (body as { items: Subscriber[] }).items[0]; // checked by the client
    },
    send: (person, change = {}) =>
      seller.sendOne({ channelType, senderName, destination: numberOf(person), content: 'Hi', ...change }),
    untilFinal: (id) => untilFinal(cell, id),
    receivedBy: async (person) =>
      (await cell.operators.received(received)).filter(({ destination }) => destination === String(person)),
  };
}
