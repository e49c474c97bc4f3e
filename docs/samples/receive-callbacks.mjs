// Receiver of callbacks with a check of their signature: Node 20 or later, no package.
//   VOLLEY_SECRET=whsec_… PORT=8082 node receive-callbacks.mjs
// POST /callbacks  204: the events are stored; 401: not from the service. Any answer but 2xx is repeated for a day.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { VOLLEY_SECRET = '', PORT = '8082' } = process.env;
const KEY = Buffer.from(VOLLEY_SECRET.replace(/^whsec_/, ''), 'base64');
const BODY_BYTES_MAX = 10_000_000;
const AGE_SECONDS_MAX = 300;

// The signature covers the received bytes, so check them before you parse.
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= AGE_SECONDS_MAX)) return false;
  const digest = createHmac('sha256', KEY).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  // While a secret is being changed there are two signatures.
  return signatures
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

// The messaging API posts an array of events, a dispatch of the partner API one object. Store them and answer; work on
// them later. A repeated request has the same webhook-id, a repeated event the same event_number.
function store(id, body) {
  for (const event of [JSON.parse(body)].flat()) console.log(`${id} ${event.callback_event ?? event.event}`);
}

async function readBody(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) throw new Error(`body exceeds ${BODY_BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function answer(request) {
  if (request.method !== 'POST' || request.url !== '/callbacks') return 404;
  const body = await readBody(request);
  if (!isGenuine(request.headers, body)) return 401;
  store(request.headers['webhook-id'], body);
  return 204;
}

createServer(async (request, response) => {
  const status = await answer(request).catch((error) => {
    console.error(error);
    return 500;
  });
  response.writeHead(status).end();
}).listen(Number(PORT), '127.0.0.1');
