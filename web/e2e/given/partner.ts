// The demonstration's partner, active beside the browser over the public APIs.
import { inject } from 'vitest';

export type Answer = Readonly<Record<string, unknown>>;

let token: Promise<string> | undefined;

/** A call of the partner API; an answer outside 2xx is an error. */
export async function askPartner(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> {
  token ??= ask('POST', '/auth/token', undefined, inject('demo').partner).then((answer) => String(answer['token']));
  return ask(method, path, await token, body);
}

/** A call of the messaging API with the key of the coffee company. */
export const askMessaging = (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
  ask(method, `/api/v1${path}`, inject('demo').keys.MESSAGES, body);

async function ask(method: string, path: string, bearer?: string, body?: object): Promise<Answer> {
  const response = await fetch(`${inject('demo').baseUrl}${path}`, {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer; // every answer of the APIs is an object
}

const PORTION = 10_000;

/** A dispatch of the bakery that is not started, with a raised budget; `count` numbers of all four operators. */
export async function givenDispatch(name: string, count: number): Promise<number> {
  const { companies, senderIds } = inject('demo');
  await askPartner('PUT', `/company/${companies.bakery}`, { budget: null });
  const recipients = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({
      destination: String(PREFIXES[(from + index) % PREFIXES.length]) + String(1_000_000 + from + index),
      substitutions: { name: 'Анна' },
    }));
  const first = await askPartner('POST', '/dispatches', {
    companyId: companies.bakery,
    senderIds: senderIds.bakery,
    channelType: 'SMS',
    name,
    text: '{name}, ваш заказ готов!',
    messages: recipients(0, Math.min(PORTION, count)),
  });
  const id = Number(first['id']);
  for (let from = PORTION; from < count; from += PORTION) {
    await askPartner('POST', `/dispatches/${id}/messages`, {
      messages: recipients(from, Math.min(from + PORTION, count)),
    });
  }
  return id;
}

/** A number of each operator: MTS, Beeline, MegaFon, Tele2. */
const PREFIXES = ['7916', '7903', '7926', '7952'];
