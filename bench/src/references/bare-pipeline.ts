// Minimum cost of a message: stored by COPY, submitted over SMPP with its receipt, and two batched status updates, one
// stage after another. No HTTP, no money, no callbacks, no recovery.
import { connectSmpp } from '@volley/smpp/client.ts';
import type { SmppSession } from '@volley/smpp/session/session.ts';
import type pg from 'pg';
import type { Recipient } from '../harness/partner-client.ts';
import { withDatabase } from '../harness/with-database.ts';
import { cpuMicros } from '../machine.ts';
import { ratePerSecond } from '../statistics.ts';
import { dispatchText } from '../subscribers.ts';
import { bareTable, createBareTable } from './bare-table.ts';
import { buildRows, copyRows } from './message-rows.ts';

export type BareResult = {
  perSecond: number;
  copyMs: number;
  submitMs: number;
  updateMs: number;
  /** CPU time per message of this process and of the database connection. */
  ownMicros: number;
  backendMicros: number;
};

const BATCH = 1_000;
const WINDOW = 100;

export async function measureBarePipeline(
  databaseUrl: string,
  smppPort: number,
  recipients: readonly Recipient[],
): Promise<BareResult> {
  return withDatabase(databaseUrl, async (client) => {
    await createBareTable(client);
    const session = await openReceiptSession(smppPort);
    const batches: Buffer[] = [];
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cpu = [process.pid, rows[0]?.pid ?? 0].map((pid) => ({ pid, before: cpuMicros(pid) }));
    const copyMs = await timed(async () => {
      for (let from = 0; from < recipients.length; from += BATCH) {
        const rows = buildRows(recipients.slice(from, from + BATCH), 1, from + 1);
        await copyRows(client, bareTable, rows.buffer);
        batches.push(rows.ids);
      }
    });
    const submitMs = await timed(() => session.submitAll(recipients));
    const updateMs = await timed(async () => {
      for (const ids of batches) await updateStatus(client, ids, 1, 'sent_at');
      for (const ids of batches) await updateStatus(client, ids, 2, 'final_at');
    });
    session.close();
    const perSecond = ratePerSecond(recipients.length, copyMs + submitMs + updateMs);
    const [ownMicros = 0, backendMicros = 0] = cpu.map(
      ({ pid, before }) => (cpuMicros(pid) - before) / recipients.length,
    );
    return { perSecond, copyMs, submitMs, updateMs, ownMicros, backendMicros };
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function updateStatus(client: pg.Client, ids: Buffer, status: number, column: string): Promise<void> {
  const list: string[] = [];
  for (let at = 0; at < ids.length; at += 16) list.push(ids.toString('hex', at, at + 16));
  const result = await client.query(
    `update ${bareTable} m set status = $2, ${column} = now() from unnest($1::uuid[]) as u(id)
     where m.id = u.id and m.id between $3 and $4 and m.status < $2`,
    [`{${list.join(',')}}`, status, list[0], list.at(-1)],
  );
  if (result.rowCount !== list.length) throw new Error(`${result.rowCount} of ${list.length} rows updated`);
}

type ReceiptSession = { submitAll(recipients: readonly Recipient[]): Promise<void>; close(): void };

async function openReceiptSession(port: number): Promise<ReceiptSession> {
  let receipts = 0;
  let onReceipt = (): void => undefined;
  const session = await connectSmpp({
    host: '127.0.0.1',
    port,
    systemId: 'mts',
    password: 'secret',
    mode: 'transceiver',
    window: WINDOW,
    onDeliverSm: () => {
      receipts += 1;
      onReceipt();
      return 0;
    },
    onClose: () => undefined,
  });
  return {
    submitAll: (recipients) =>
      new Promise((resolve) => {
        const wanted = receipts + recipients.length;
        onReceipt = () => {
          if (receipts === wanted) resolve();
        };
        pump(session, recipients);
      }),
    close: () => session.destroy(),
  };
}

function pump(session: SmppSession, recipients: readonly Recipient[]): void {
  let next = 0;
  const fill = (): void => {
    while (session.hasCapacity && next < recipients.length) {
      const { destination = '', substitutions } = recipients[next] ?? {};
      next += 1;
      const text = dispatchText.replace('{name}', substitutions?.['name'] ?? '');
      session.submitWith(
        {
          sourceTon: 5,
          sourceNpi: 0,
          sourceAddr: 'Stand',
          destinationTon: 1,
          destinationNpi: 1,
          destinationAddr: destination,
          esmClass: 0,
          registeredDelivery: 1,
          dataCoding: 8,
          shortMessage: Buffer.from(text, 'utf16le').swap16(),
        },
        () => undefined,
      );
    }
  };
  session.onCapacity(fill);
  fill();
}
