// A bound client and calls of the control port, for tests with a running simulator. The time limits only end hanging
// tests.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectOptions, connectSmpp } from '@volley/smpp/client.ts';
import type { DeliverSm, SubmitSm } from '@volley/smpp/codec/pdus.ts';
import type { SmppSession } from '@volley/smpp/session/session.ts';
import { parseReceipt, type Receipt } from '@volley/smpp/texts/receipt.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator.ts';

export type Bound = { session: SmppSession; delivered: DeliverSm[]; receipts: Receipt[]; closed: string[] };

const UNTIL_MS_MAX = 120_000;
const open: (() => Promise<void> | void)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

export async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  open.push(() => simulator.close());
  return simulator;
}

export async function bindTo(simulator: Simulator, options: Partial<ConnectOptions> = {}): Promise<Bound> {
  const delivered: DeliverSm[] = [];
  const receipts: Receipt[] = [];
  const closed: string[] = [];
  const session = await connectSmpp({
    host: '127.0.0.1',
    port: simulator.smppPort,
    systemId: 'mts',
    password: 'secret',
    mode: 'transceiver',
    window: 100,
    responseTimeoutMs: 120_000,
    onDeliverSm: (pdu) => {
      delivered.push({ ...pdu, shortMessage: Buffer.from(pdu.shortMessage) });
      const receipt = parseReceipt(pdu);
      if (receipt !== undefined) receipts.push(receipt);
      return 0;
    },
    onClose: (reason) => closed.push(reason),
    ...options,
  });
  open.push(() => session.destroy());
  return { session, delivered, receipts, closed };
}

export async function post(simulator: Simulator, path: string, body: object = {}): Promise<number> {
  const response = await fetch(simulator.controlUrl + path, { method: 'POST', body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
}

export async function get(simulator: Simulator, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(simulator.controlUrl + path);
  // The control port answers with JSON objects.
  return (await response.json()) as Record<string, unknown>;
}

export async function counters(simulator: Simulator, account = 'mts'): Promise<Record<string, number>> {
  const { accounts } = await get(simulator, '/counters');
  // GET /counters: counters by account name.
  return (accounts as Record<string, Record<string, number>>)[account] ?? {};
}

export const submit: SubmitSm = {
  sourceTon: 5,
  sourceNpi: 0,
  sourceAddr: 'Volley',
  destinationTon: 1,
  destinationNpi: 1,
  destinationAddr: '79161234567',
  esmClass: 3,
  registeredDelivery: 1,
  dataCoding: 0,
  shortMessage: Buffer.from('Hi'),
};

export const toNumber = (destinationAddr: string): SubmitSm => ({ ...submit, destinationAddr });

/** Waits in real time, even if a test has replaced the timers. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(UNTIL_MS_MAX);
  while (!(await condition())) {
    if (limit.aborted) throw new Error(`not reached in ${UNTIL_MS_MAX} ms: ${condition.toString()}`);
    await pause(2);
  }
}

export const pause = (ms: number): Promise<void> => sleep(ms);
