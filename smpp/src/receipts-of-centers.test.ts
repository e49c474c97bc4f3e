// The receipts of real centers over a socket, from two implementations that share nothing with ours: npm `smpp` and
// Perl's Net::SMPP. Each row is sent as deliver_sm, and again as data_sm, whose text is an optional parameter.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createServer, type NpmPdu, type NpmSession } from 'smpp';
import { afterEach, describe, expect, test } from 'vitest';
import { connectSmpp } from './client.ts';
import { bytesOf, type RealReceipt, realReceipts } from './testing/real-receipts.ts';
import { parseReceipt, type Receipt } from './texts/receipt.ts';

type Command = 'deliver_sm' | 'data_sm';

/** Sends the receipts one after the other and resolves to the statuses of their answers. */
type Center = { readonly port: number; send(command: Command): Promise<number[]>; close(): Promise<void> };

const cleanup: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

/** Without the text of an ordinary data_sm: its octets go in `message_payload`. */
const isInPayload = (row: RealReceipt, command: Command) => command === 'data_sm' || row.inPayload === true;

function parametersOf(row: RealReceipt, command: Command): Record<string, Buffer> {
  const { receiptedMessageId: id, messageState: state, networkErrorCode: error } = row.parameters ?? {};
  return {
    ...(isInPayload(row, command) && bytesOf(row).length > 0 && { message_payload: bytesOf(row) }),
    ...(id !== undefined && { receipted_message_id: Buffer.from(`${id}\0`, 'latin1') }),
    ...(state !== undefined && { message_state: Buffer.from([state]) }),
    ...(error !== undefined && { network_error_code: Buffer.from(error, 'hex') }),
  };
}

const fieldsOf = (row: RealReceipt) => ({ esm_class: row.esmClass, data_coding: row.dataCoding });

async function startNpm(): Promise<Center> {
  const sessions: NpmSession[] = [];
  const server = createServer((session) => {
    sessions.push(session);
    session.on('error', () => undefined);
    session.on('bind_transceiver', (pdu: NpmPdu) => session.send(pdu.response({ system_id: 'npm' })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sendOne = (row: RealReceipt, command: Command) =>
    new Promise<number>((resolve) => {
      const { receipted_message_id: id, message_state: state, ...others } = parametersOf(row, command);
      const own = {
        ...(id !== undefined && { receipted_message_id: id.toString('latin1', 0, id.length - 1) }),
        ...(state !== undefined && { message_state: state[0] }),
      };
      const text = isInPayload(row, command) ? Buffer.alloc(0) : bytesOf(row);
      const fields = { source_addr: '79161234567', destination_addr: 'Volley', ...fieldsOf(row), ...own, ...others };
      sessions[0]?.[command]({ ...fields, ...(command === 'deliver_sm' && { short_message: text }) }, (answer) =>
        resolve(answer.command_status),
      );
    });
  return {
    port: server.address().port,
    send: async (command) => {
      const statuses: number[] = [];
      for (const row of realReceipts) statuses.push(await sendOne(row, command));
      return statuses;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function startPerl(): Promise<Center> {
  const script = fileURLToPath(new URL('testing/perl-center.pl', import.meta.url));
  const child: ChildProcess = spawn('perl', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the Perl center has no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const read = async () => Number((await lines.next()).value);
  return {
    port: await read(),
    send: async (command) => {
      const statuses: number[] = [];
      for (const row of realReceipts) {
        const parameters = Object.entries(parametersOf(row, command)).map(([name, value]) => [
          name,
          value.toString('hex'),
        ]);
        const { esmClass, dataCoding } = row;
        const shortMessage = isInPayload(row, command) ? '' : bytesOf(row).toString('hex');
        const sent = { command, esmClass, dataCoding, shortMessage, parameters: Object.fromEntries(parameters) };
        stdin.write(`${JSON.stringify(sent)}\n`);
        statuses.push(await read());
      }
      return statuses;
    },
    close: async () => {
      stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

const hasPerl = spawnSync('perl', ['-MNet::SMPP', '-e', '1']).status === 0;

test('the machine of CI has Net::SMPP', () => {
  expect([hasPerl, process.env['CI']]).not.toEqual([false, 'true']);
});

describe.each([
  ['npm smpp', startNpm, true],
  ["Perl's Net::SMPP", startPerl, hasPerl],
] as const)('%s', (_name, start, isPresent) => {
  test.skipIf(!isPresent).each(['deliver_sm', 'data_sm'] as const)(
    'receipts by %s mean what their pages say',
    async (command) => {
      const center = await start();
      const heard: (Receipt | undefined)[] = [];
      const client = await connectSmpp({
        host: '127.0.0.1',
        port: center.port,
        systemId: 'volley',
        password: 'secret',
        systemType: '',
        mode: 'transceiver',
        window: 10,
        onDeliverSm: (pdu) => {
          heard.push(parseReceipt(pdu));
          return 0;
        },
        onClose: () => undefined,
      });
      cleanup.push(
        () => center.close(),
        () => client.destroy(),
      );
      expect(new Set(await center.send(command))).toEqual(new Set([0]));
      expect(heard).toHaveLength(realReceipts.length);
      for (const [at, row] of realReceipts.entries())
        expect([row.title, row.source, heard[at] ?? null]).toMatchObject([row.title, row.source, row.expected]);
    },
  );
});
