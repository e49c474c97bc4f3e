// Phone verification on the server of a site: Node 20 or later, no package.
//   VOLLEY_URL=https://HOST/api/v1 VOLLEY_KEY=… PORT=8081 node verify-phone.mjs
// POST /phone     {"key": …}, from the page's function: sends the code
// POST /register  the form, with the fields phone and phone_verification_key: accepts a confirmed number only
import { createServer } from 'node:http';

const { VOLLEY_URL, VOLLEY_KEY, PORT = '8081' } = process.env;
const BODY_BYTES_MAX = 10_000;

async function askVolley(call, body) {
  const response = await fetch(`${VOLLEY_URL}/verifier/widget/${call}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${VOLLEY_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  // 409: an earlier try of this key has sent the code.
  if (!response.ok && response.status !== 409) console.error(`widget/${call} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

// A refusal is an answer too: the widget gets its number (130, 210 …) from the service and shows it.
async function sendCode({ key }) {
  if (typeof key !== 'string') return [400, 'key is missing'];
  await askVolley('send', { key });
  return [204, ''];
}

// Only this answer proves the number; a report of the browser does not.
async function register(form) {
  const key = form.get('phone_verification_key') ?? '';
  const destination = form.get('phone') ?? '';
  const { status } = key === '' ? {} : await askVolley('check', { key, destination });
  if (status !== 'CONFIRMED') return [422, 'Confirm your phone number first.'];
  return [200, `Registered with ${destination}.`]; // save the customer here
}

async function readBody(request) {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > BODY_BYTES_MAX) throw new Error(`body exceeds ${BODY_BYTES_MAX} bytes`);
  }
  return text;
}

async function answer(request) {
  const body = await readBody(request);
  if (request.url === '/phone') return sendCode(JSON.parse(body));
  if (request.url === '/register') return register(new URLSearchParams(body));
  return [404, 'Not found'];
}

createServer(async (request, response) => {
  const [status, text] = await answer(request).catch((error) => {
    console.error(error); // the widget shows 350 and offers another try with the same key
    return [502, 'Try again later.'];
  });
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}).listen(Number(PORT), '127.0.0.1');
