// Reference for sending: the HTTP server of the product with a single route that does one durable INSERT of the
// request's messages into a copy of their table. The bench runs it as a process; the first line of output is its
// address.
import { readConfig } from '@volley/server/config.ts';
import { openDatabase } from '@volley/server/platform/database/database.ts';
import { createLog } from '@volley/server/platform/log.ts';
import { createMetrics } from '@volley/server/platform/metrics/metrics.ts';
import { NO_TRACES } from '@volley/server/platform/traces/traces.ts';
import { uuidV7 } from '@volley/server/platform/uuid-v7.ts';
import { createHttpServer } from '@volley/server/surfaces/http/http-server.ts';

const INSERT = `insert into bare.messages
    (id, company_id, dispatch_id, seq, sender_id, destination, amount_micros, created_at, strand, brand, parts, text)
  select id, 1, 1, seq, 1, destination, 3200000, now(), 1, 1, 1, text
  from unnest($1::uuid[], $2::integer[], $3::bigint[], $4::text[]) as item (id, seq, destination, text)`;

type Item = { readonly destination: string; readonly content: string };

const config = readConfig(process.env);
const log = createLog(config.logLevel, 'bare-api');
const database = openDatabase(config.databaseUrl, { poolMax: config.databasePool, onIdleError: () => undefined });
const { http } = createHttpServer({ log, config, metrics: createMetrics('bare-api'), traces: NO_TRACES });
let seq = 0;

http.post('/bare', async (request) => {
  // Only the bench calls it, always with this body.
  const items = request.body as readonly Item[];
  const ids = items.map(() => uuidV7(Date.now()));
  await database.pool.query(INSERT, [
    ids,
    items.map(() => {
      seq += 1;
      return seq;
    }),
    items.map(({ destination }) => destination),
    items.map(({ content }) => content),
  ]);
  return { errors: false, items: ids.map((messageUuid) => ({ messageUuid, code: 201 })) };
});

const url = await http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
process.once('SIGTERM', () => void http.close().then(() => database.close()));
