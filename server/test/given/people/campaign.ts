// Dispatches of the messaging API, as an account makes them.
import { numberAt } from '../http-client.ts';
import { until } from '../until.ts';
import type { Seller } from './seller.ts';

export type ShownCampaign = Readonly<Record<string, unknown>> & {
  readonly dispatchId: number;
  readonly status: string;
  readonly messages: Counts;
  readonly parts: Counts;
};
type Counts = Readonly<Record<'total' | 'delivered' | 'undelivered' | 'unsent' | 'sent' | 'sending', number>>;

export type Added = { readonly destination: string; readonly messageUuid?: string; readonly errorCode?: number };

export const campaign = (change: object = {}) => ({
  dispatchName: 'June sale',
  channelType: 'SMS',
  senderName: 'Shop',
  content: 'Minus 20% till Sunday',
  ...change,
});

export const people = (count: number, first = 79_161_240_000) =>
  Array.from({ length: count }, (_, at) => ({ destination: String(first + at) }));

export async function create(seller: Seller, change: object = {}): Promise<number> {
  const reply = await seller.ask('POST', '/dispatch', campaign(change));
  if (reply.status !== 200) throw new Error(`POST /dispatch answered ${reply.status}: ${reply.text}`);
  return numberAt(reply.body, 'dispatchId');
}

export async function add(seller: Seller, id: number, recipients: readonly object[]): Promise<readonly Added[]> {
  const reply = await seller.ask('POST', `/dispatch/${id}/messages`, recipients);
  if (reply.status !== 200) throw new Error(`adding answered ${reply.status}: ${reply.text}`);
  return reply.body as Added[]; // checked against the contract by the client
}

export const start = (seller: Seller, id: number) => seller.ask('POST', `/dispatch/${id}/start`);

export const stop = (seller: Seller, id: number) => seller.ask('POST', `/dispatch/${id}/stop`);

export async function run(seller: Seller, count: number, change: object = {}): Promise<number> {
  const id = await create(seller, change);
  await add(seller, id, people(count));
  const reply = await start(seller, id);
  if (reply.status !== 200) throw new Error(`start answered ${reply.status}: ${reply.text}`);
  return id;
}

export async function show(seller: Seller, id: number): Promise<ShownCampaign> {
  const reply = await seller.ask('GET', `/dispatch/${id}`);
  if (reply.status !== 200) throw new Error(`GET /dispatch answered ${reply.status}: ${reply.text}`);
  return reply.body as ShownCampaign; // checked against the contract by the client
}

export function untilCalled(seller: Seller, id: number, status: string, limitMs?: number): Promise<ShownCampaign> {
  const look = async () => {
    const shown = await show(seller, id);
    return shown.status === status && shown;
  };
  return until(`dispatch ${id} is ${status}`, look, limitMs);
}

export function untilCounted(
  seller: Seller,
  id: number,
  count: keyof ShownCampaign['messages'],
  messages: number,
): Promise<boolean> {
  const look = async () => (await show(seller, id)).messages[count] === messages;
  return until(`${messages} of dispatch ${id} are ${count}`, look);
}
