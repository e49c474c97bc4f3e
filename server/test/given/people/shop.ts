// A partner with one company and its sender names, which uses the partner API only.
import { signUp } from '../api.ts';
import type { Cell } from '../cell.ts';
import { numberAt, type Reply } from '../http-client.ts';
import { until } from '../until.ts';

type Progress = {
  readonly total: number;
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
};

export type ShownDispatch = {
  readonly id: number;
  readonly status: 'CREATED' | 'STARTED' | 'STOPPED' | 'COMPLETED';
  readonly messages: Progress;
  readonly parts: Progress;
  readonly priceEstimate: number;
  readonly waitingFor?: 'budget' | 'money';
};

export type ShownMessage = {
  readonly messageUuid: string;
  readonly destination: string;
  readonly parts: number;
  readonly status: 'CREATED' | 'SENT' | 'DELIVERED' | 'FAILED';
  readonly price: number;
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  readonly errorCode?: number;
  readonly providerCode?: string;
};

export type Shop = {
  readonly companyId: number;
  readonly senderId: number;
  readonly partnerId: number;
  readonly token: string;
  /** Creates a dispatch with `count` recipients of MTS unless `change` names recipients. */
  create(count: number, change?: object): Promise<number>;
  start(id: number): Promise<Reply>;
  stop(id: number): Promise<Reply>;
  run(count: number, change?: object): Promise<number>;
  suspend(): Promise<void>;
  unsuspend(): Promise<void>;
  dispatch(id: number): Promise<ShownDispatch>;
  messages(id: number, page?: number): Promise<ShownMessage[]>;
  untilStatus(id: number, status: ShownDispatch['status'], limitMs?: number): Promise<ShownDispatch>;
  untilPending(id: number, pending: number, limitMs?: number): Promise<ShownDispatch>;
  money(): Promise<{ spent: number; reserved: number }>;
};

export type ShopOptions = { readonly budget?: number; readonly brand?: string; readonly senderName?: string };

/** Consecutive Moscow numbers of MTS. */
export const recipients = (count: number, first = 79_161_230_000) =>
  Array.from({ length: count }, (_, at) => ({ destination: String(first + at) }));

const CHUNK = 10_000;
const LONG_AGO = '2024-07-01T00:00:00Z';

export async function givenShop(cell: Cell, { budget, brand = 'MTS', senderName = 'Shop' }: ShopOptions = {}) {
  const { token, partnerId } = await signUp(cell.platform, cell.call);
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await cell.call(method, path, { token, ...(body !== undefined && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  const company = { name: 'Company', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  const companyId = numberAt(
    await ask('POST', '/company', { company, ...(budget !== undefined && { budget }) }),
    'companyId',
  );
  const name = { companyId, senderName, brand, channelType: 'SMS', commonType: 'COMMON', dateFrom: LONG_AGO };
  const senderId = numberAt(await ask('POST', '/senders', name), 'id');
  const shop: Shop = {
    companyId,
    senderId,
    partnerId,
    token,
    create: async (count, change = {}) => {
      const all = recipients(count);
      const plain = { companyId, name: 'July', senderIds: [senderId], channelType: 'SMS', text: 'Hi' };
      const draft = { ...plain, messages: all.slice(0, CHUNK), ...change };
      const id = numberAt(await ask('POST', '/dispatches', draft), 'id');
      for (let at = CHUNK; at < count; at += CHUNK)
        await ask('POST', `/dispatches/${id}/messages`, { messages: all.slice(at, at + CHUNK) });
      return id;
    },
    start: (id) => cell.call('POST', `/dispatches/${id}/start`, { token }),
    stop: (id) => cell.call('POST', `/dispatches/${id}/stop`, { token }),
    run: async (count, change) => {
      const id = await shop.create(count, change);
      await ask('POST', `/dispatches/${id}/start`);
      return id;
    },
    suspend: async () => void (await ask('POST', `/senders/${senderId}/suspend`)),
    unsuspend: async () => void (await ask('POST', `/senders/${senderId}/unsuspend`)),
    // The client has checked both replies against the contract.
    dispatch: async (id) => (await ask('GET', `/dispatches/${id}`)) as ShownDispatch,
    messages: async (id, page = 1) =>
      ((await ask('GET', `/messages?dispatchId=${id}&page=${page}&perPage=1000`)) as { items: ShownMessage[] }).items,
    untilStatus: (id, status, limitMs) => untilShown(shop, id, status, (shown) => shown.status === status, limitMs),
    untilPending: (id, pending, limitMs) =>
      untilShown(shop, id, `down to ${pending}`, ({ messages }) => messages.pending <= pending, limitMs),
    money: () => moneyOf(cell, companyId),
  };
  return shop;
}

function untilShown(
  shop: Shop,
  id: number,
  what: string,
  isSo: (shown: ShownDispatch) => boolean,
  limitMs?: number,
): Promise<ShownDispatch> {
  const look = async () => {
    const shown = await shop.dispatch(id);
    return isSo(shown) && shown;
  };
  return until(`dispatch ${id} is ${what}`, look, limitMs);
}

async function moneyOf(cell: Cell, companyId: number): Promise<{ spent: number; reserved: number }> {
  const [row] = await cell.sql<{ spent: bigint | null; reserved: bigint | null }>(
    'select sum(spent_micros)::bigint as spent, sum(reserved_micros)::bigint as reserved from company_months where company_id = $1',
    [companyId],
  );
  return { spent: Number(row?.spent ?? 0n) / 1e6, reserved: Number(row?.reserved ?? 0n) / 1e6 };
}
