// Messages per second that one connector process sends over the Cloud API of WhatsApp, and statuses per second that one
// API process stores. The processor time per message tells the capacity of a machine that does nothing else.
import { createHmac } from 'node:crypto';
import { loadavg } from 'node:os';
import { whatsappAppSecret } from '@volley/simulator/providers/start-providers.ts';
import { Pool } from 'undici';
import type { Harness } from '../harness/harness.ts';
import { memberAt } from '../harness/json.ts';
import type { Role } from '../harness/server-program.ts';
import type { ProviderMessage } from '../harness/simulator-process.ts';
import { waitFor } from '../harness/wait.ts';
import { withDatabase } from '../harness/with-database.ts';
import { cpuSeconds } from '../machine.ts';
import { ratePerSecond } from '../statistics.ts';
import type { Subscribers } from '../subscribers.ts';
import { openWhatsappSender, WHATSAPP_LINK, type WhatsappSender } from './whatsapp-sender.ts';

/** Each measured process has no other role. */
export const CHANNEL_LAYOUT: readonly (readonly Role[])[] = [['api'], ['connector'], ['pacer', 'recorder', 'clock']];
/** The highest that a link can have: the connector is the limit. */
const ACCOUNT_RATE = 9_999;
const STATUS_CALLS_AT_ONCE = 32;
const PATIENCE_MS = 120_000;
const STATUSES = ['sent', 'delivered', 'read'];

export type SendFigures = {
  messages: number;
  perSecond: number;
  /** Processor time of each process, in milliseconds per message. */
  connectorCpuMs: number;
  otherRolesCpuMs: number;
  simulatorCpuMs: number;
};
export type StatusFigures = {
  statuses: number;
  perCall: number;
  perSecond: number;
  apiCpuMs: number;
  /** Until every message has its last status, from the first call on. */
  recordedPerSecond: number;
};
export type WhatsappFigures = { loadBefore: number; sends: SendFigures; statuses: StatusFigures[] };

export type WhatsappSizes = { readonly messages: number; readonly perCall: readonly number[] };

export async function measureWhatsapp(
  harness: Harness,
  subscribers: Subscribers,
  { messages, perCall }: WhatsappSizes,
): Promise<WhatsappFigures> {
  const loadBefore = loadavg()[0] ?? 0;
  const sender = await openWhatsappSender(harness, ACCOUNT_RATE);
  try {
    // Compiles the code and fills the caches of every process.
    await measureSends(harness, sender, { subscribers, first: 0, messages: Math.ceil(messages / 5) });
    const sends = await measureSends(harness, sender, { subscribers, first: messages, messages });
    const statuses: StatusFigures[] = [];
    for (const [at, size] of perCall.entries()) {
      const first = (at + 2) * messages;
      await measureSends(harness, sender, { subscribers, first, messages });
      const sent = (await harness.simulator.receivedBy('whatsapp-cloud')).slice(-messages);
      statuses.push(await measureStatuses(harness, sent, size));
    }
    return { loadBefore, sends, statuses };
  } finally {
    await sender.close();
  }
}

type Load = { readonly subscribers: Subscribers; readonly first: number; readonly messages: number };

/** The time from the first message that the provider has to the last one. */
async function measureSends(
  harness: Harness,
  sender: WhatsappSender,
  { subscribers, first, messages }: Load,
): Promise<SendFigures> {
  const { simulator } = harness;
  const sentSoFar = async () => (await simulator.providerCounters('whatsapp'))['sent'] ?? 0;
  const before = await sentSoFar();
  const dispatchId = await sender.fill(subscribers, first, messages);
  const [connector, rest] = [pidOf(harness, 'connector'), pidOf(harness, 'recorder')];
  const cpuBefore = [connector, rest, simulator.child.pid].map(cpuSeconds);
  await sender.start(dispatchId);
  await waitFor('every message is sent', async () => (await sentSoFar()) >= before + messages, {
    timeoutMs: PATIENCE_MS,
  });
  await untilStatus(harness, 1, messages);
  const cpu = [connector, rest, simulator.child.pid].map((pid, at) => cpuSeconds(pid) - (cpuBefore[at] ?? 0));
  const [connectorCpuMs = 0, otherRolesCpuMs = 0, simulatorCpuMs = 0] = cpu.map((s) => (s * 1_000) / messages);
  const times = (await simulator.receivedBy('whatsapp-cloud')).slice(-messages).map(({ atMs }) => atMs);
  const perSecond = ratePerSecond(messages, Math.max(...times) - Math.min(...times));
  return { messages, perSecond, connectorCpuMs, otherRolesCpuMs, simulatorCpuMs };
}

/** Each message gets `sent`, `delivered` and `read`, in this order. */
async function measureStatuses(
  harness: Harness,
  sent: readonly ProviderMessage[],
  perCall: number,
): Promise<StatusFigures> {
  const calls = STATUSES.flatMap((status) => bodiesOf(sent, status, perCall));
  const pool = new Pool(harness.apiUrl(), { connections: STATUS_CALLS_AT_ONCE });
  const pid = pidOf(harness, 'api');
  const cpuBefore = cpuSeconds(pid);
  const startMs = performance.now();
  let next = 0;
  const drive = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const { statusCode, body } = await pool.request({ ...call, method: 'POST', path: HOOK });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${HOOK} answered ${statusCode}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: STATUS_CALLS_AT_ONCE }, drive));
  const storedMs = performance.now() - startMs;
  const apiCpuMs = ((cpuSeconds(pid) - cpuBefore) * 1_000) / (sent.length * STATUSES.length);
  await pool.close();
  await untilStatus(harness, 2, sent.length);
  const statuses = sent.length * STATUSES.length;
  return {
    statuses,
    perCall,
    perSecond: ratePerSecond(statuses, storedMs),
    apiCpuMs,
    recordedPerSecond: ratePerSecond(statuses, performance.now() - startMs),
  };
}

const HOOK = `/channels/v1/${WHATSAPP_LINK}/whatsapp`;

type SignedCall = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

function bodiesOf(sent: readonly ProviderMessage[], status: string, perCall: number): SignedCall[] {
  const calls: SignedCall[] = [];
  for (let from = 0; from < sent.length; from += perCall) {
    const changes = sent.slice(from, from + perCall).map((message) => changeOf(message, status));
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] });
    const signature = createHmac('sha256', whatsappAppSecret).update(body).digest('hex');
    calls.push({
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
    });
  }
  return calls;
}

const changeOf = ({ messageId, destination, content }: ProviderMessage, status: string) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    statuses: [
      {
        id: messageId,
        status,
        timestamp: String(Math.floor(Date.now() / 1_000)),
        recipient_id: destination,
        biz_opaque_callback_data: memberAt(content, 'biz_opaque_callback_data'),
        pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
      },
    ],
  },
});

function pidOf({ processes }: Harness, role: Role): number {
  const found = processes.find((one) => one.roles.includes(role) && one.isRunning());
  if (found === undefined) throw new Error(`no process has the role ${role}`);
  return found.pid;
}

/** Waits until the newest `messages` have the status, or a later one. */
async function untilStatus(harness: Harness, status: number, messages: number): Promise<void> {
  await withDatabase(harness.databaseUrl, (client) =>
    waitFor(
      `${messages} messages have status ${status}`,
      async () => {
        const { rows } = await client.query<{ open: number }>(
          `select count(*)::integer as open from messages
           where status < $1 and dispatch_id = (select max(id) from dispatches)`,
          [status],
        );
        return rows[0]?.open === 0;
      },
      { timeoutMs: PATIENCE_MS, everyMs: 100 },
    ),
  );
}
