// Round trips to PostgreSQL for one single message that shares its transactions with no other: to accept it, to begin
// it and to record its answer and its receipt, BEGIN and COMMIT included. Transactions that the idle system makes too
// are polls and do not count; work beside the message is counted apart.
import { readFileSync } from 'node:fs';
import { startHarness } from '../harness/harness.ts';
import { type MessagingAccount, openMessagingAccount } from '../harness/messaging-account.ts';
import type { OwnPostgres } from '../harness/own-postgres.ts';
import { connectionName, type Role } from '../harness/server-program.ts';
import { pause } from '../harness/wait.ts';
import { withDatabase } from '../harness/with-database.ts';
import { median } from '../statistics.ts';
import type { Subscribers } from '../subscribers.ts';
import { type OwnServers, withOwnServers } from './own-servers.ts';
import { type LoggedTransaction, readTransactions, workOf } from './transaction-log.ts';

export type StatementsPerSend = {
  readonly total: number;
  readonly accept: number;
  readonly begin: number;
  readonly record: number;
  /** Statements of other transactions: see `isBeside`. */
  readonly beside: number;
  /** Transactions of the message in the middle, by their role. */
  readonly transactions: readonly string[];
};

type Sizes = { readonly sends: number; readonly idleSeconds: number };

const LAYOUT: readonly (readonly Role[])[] = [['api'], ['connector'], ['recorder'], ['pacer', 'notifier', 'clock']];
const WARM_UP = 30;
/** Longer than a message takes with its receipt. */
const APART_MS = 1_500;
const NAME = 'StandMTS';

const PARTS = { accept: 'api', begin: 'connector', record: 'recorder' } as const;
type Part = keyof typeof PARTS;
/** The look-up of the key, the log of requests, the receipt as it comes, and roles that only hand on or report. */
const BESIDE = /\b(?:from api_keys|into request_log|into receipts)\b/;
const isBeside = ({ application, statements }: LoggedTransaction): boolean =>
  statements.some((statement) => BESIDE.test(statement)) ||
  !Object.values(PARTS).some((role) => application === connectionName([role]));

export const measureStatementsPerSend = (
  main: string | undefined,
  subscribers: Subscribers,
  sizes: Sizes,
): Promise<StatementsPerSend> =>
  withOwnServers(async (servers) => {
    const harness = await startHarness({
      what: 'sends',
      databaseUrl: servers.postgres.url,
      natsUrl: servers.nats.url,
      layout: LAYOUT,
      ...(main !== undefined && { main }),
    });
    try {
      const { companyId } = await harness.givenPartner();
      const account = await openMessagingAccount(harness, companyId);
      const send = sender(account, subscribers);
      for (let at = 0; at < WARM_UP; at += 1) await send();
      const figures = await countStatements(servers, send, sizes);
      await account.close();
      return figures;
    } finally {
      await harness.stop();
    }
  });

function sender(account: MessagingAccount, subscribers: Subscribers): () => Promise<void> {
  let position = 0;
  return async () => {
    const destination = String(subscribers.numberOf('MTS', position));
    position += 1;
    const item = { channelType: 'SMS', senderName: NAME, destination, content: 'Заказ 4711 готов, ждем вас' };
    await account.call('POST', '/message', [item]);
  };
}

async function countStatements(
  { postgres }: OwnServers,
  send: () => Promise<void>,
  { sends, idleSeconds }: Sizes,
): Promise<StatementsPerSend> {
  await pause(APART_MS);
  const idle = await loggedDuring(postgres, () => pause(idleSeconds * 1_000));
  const sentAtMs: number[] = [];
  const logged = await loggedDuring(postgres, async () => {
    for (let at = 0; at < sends; at += 1) {
      sentAtMs.push(Date.now());
      await send();
      await pause(APART_MS);
    }
  });
  const work = workOf(logged, idle);
  const bySend = sentAtMs.map((fromMs, at) => {
    const toMs = sentAtMs[at + 1] ?? Number.POSITIVE_INFINITY;
    return work.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  });
  const count = (isOf: (transaction: LoggedTransaction) => boolean) =>
    median(bySend.map((made) => made.filter(isOf).reduce((sum, { statements }) => sum + statements.length, 0)));
  const countPart = (part: Part) =>
    count((made) => !isBeside(made) && made.application === connectionName([PARTS[part]]));
  const [accept, begin, record] = [countPart('accept'), countPart('begin'), countPart('record')];
  if (accept === 0 || begin === 0 || record === 0)
    throw new Error(
      `statements of a message were not found: ${accept} to accept, ${begin} to begin, ${record} to record`,
    );
  const middle = bySend[Math.floor(sends / 2)] ?? [];
  return {
    total: accept + begin + record,
    accept,
    begin,
    record,
    beside: count(isBeside),
    transactions: middle.map(({ application, statements }) => `${application}: ${statements.map(short).join(' | ')}`),
  };
}

const short = (statement: string): string => statement.slice(0, 60);

/** Transactions that began during the work. */
async function loggedDuring(postgres: OwnPostgres, work: () => Promise<void>): Promise<LoggedTransaction[]> {
  const before = readFileSync(postgres.logFile, 'utf8').length;
  await setLogging(postgres, 'all');
  await work();
  await setLogging(postgres, 'none');
  return readTransactions(readFileSync(postgres.logFile, 'utf8').slice(before));
}

async function setLogging(postgres: OwnPostgres, what: 'all' | 'none'): Promise<void> {
  await withDatabase(postgres.url, async (client) => {
    await client.query(`alter system set log_statement = '${what}'`);
    await client.query('select pg_reload_conf()');
  });
  // Every process of PostgreSQL reads its configuration before its next statement.
  await pause(200);
}
