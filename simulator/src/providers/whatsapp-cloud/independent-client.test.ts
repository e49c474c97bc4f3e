// An independent client of the Cloud API sends to the simulated one, and reads its webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
  ActionButtons,
  ActionCTA,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  Image,
  Interactive,
  Language,
  Template,
  Text,
  URLComponent,
} from 'whatsapp-api-js/messages';
import type { PostData } from 'whatsapp-api-js/types';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { post, until } from '../../testing/client.ts';
import { whatsappAppSecret } from '../start-providers.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
const NUMBER = '106540352242922';
const PERSON = '79161230001';

let simulator: Simulator;
let client: WhatsAppAPI;
let close: () => Promise<void>;
const statuses: { status: string; id: string; pricing: unknown; error: unknown; data: unknown }[] = [];
const texts: unknown[] = [];
const refusals: unknown[] = [];

beforeAll(async () => {
  simulator = await startSimulator();
  client = clientWith(TOKEN, whatsappAppSecret);
  client.on.status = ({ status, id, pricing, error, biz_opaque_callback_data: data }) =>
    void statuses.push({ status, id, pricing, error, data });
  client.on.message = ({ from, phoneID, message }) => void texts.push({ from, phoneID, message });
  const stranger = clientWith(TOKEN, 'another secret');
  const read = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
    const raw = Buffer.concat(chunks).toString();
    const signature = String(request.headers['x-hub-signature-256']);
    await client.post(JSON.parse(raw) as PostData, raw, signature); // the client judges its form
    await stranger.post(JSON.parse(raw) as PostData, raw, signature).catch((error: unknown) => refusals.push(error));
    response.writeHead(200).end();
  };
  const server = createServer((request, response) => void read(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => void server.close(() => resolve()));
  const { port } = server.address() as AddressInfo; // it listens on a port
  await post(simulator, '/whatsapp/hooks', { url: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await simulator.close();
  await close();
});

/** The client's host is fixed, so its calls are turned to the simulator. */
function clientWith(token: string, appSecret: string): WhatsAppAPI {
  const turned: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetch(`${simulator.whatsappUrl}${pathname}${search}`, init);
  };
  return new WhatsAppAPI({ token, appSecret, v: 'v24.0', ponyfill: { fetch: turned } });
}

async function received(): Promise<unknown> {
  const response = await fetch(`${simulator.controlUrl}/received?account=whatsapp-cloud`);
  const { items } = (await response.json()) as { items: { content: unknown }[] }; // the shape of GET /received
  return items.at(-1)?.content;
}

test('it writes to a person who has written, and reads both messages and the statuses', async () => {
  await post(simulator, '/whatsapp/write', { from: PERSON, phoneNumberId: NUMBER, text: 'Hello' });
  await until(() => texts.length === 1);
  expect(texts).toMatchObject([{ from: PERSON, phoneID: NUMBER, message: { type: 'text', text: { body: 'Hello' } } }]);
  const sent = await client.sendMessage(NUMBER, PERSON, new Text('Hi', true), undefined, '7-79161230001');
  if (!('messages' in sent)) throw new Error(`refused: ${JSON.stringify(sent)}`);
  const [message] = sent.messages;
  expect(message.id).toMatch(/^wamid\./);
  await until(() => statuses.length === 2);
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['sent', 'delivered']));
  expect(statuses[0]).toMatchObject({ id: message.id, data: '7-79161230001', pricing: { category: 'service' } });
  expect(refusals.length).toBeGreaterThan(0);
});

test('it sends templates for codes, pictures and buttons in the forms of our own messages', async () => {
  const otp = { name: 'otp_ru', language: 'ru', category: 'AUTHENTICATION', variables: 1 };
  await post(simulator, '/whatsapp/templates', otp);
  const template = new Template(
    'otp_ru',
    new Language('ru'),
    new URLComponent('4711'),
    new BodyComponent(new BodyParameter('4711')),
  );
  expect(await client.sendMessage(NUMBER, PERSON, template)).toHaveProperty('messages');
  const parameters = [{ type: 'text', text: '4711' }];
  const { components } = ((await received()) as { template: { components: object[] } }).template; // as it was sent
  expect(components).toHaveLength(2);
  expect(components).toContainEqual({ type: 'body', parameters });
  expect(components).toContainEqual({ type: 'button', sub_type: 'url', index: expect.anything(), parameters });

  const picture = new Image('https://shop.example/a.png', false, 'Look');
  expect(await client.sendMessage(NUMBER, PERSON, picture)).toHaveProperty('messages');
  expect(await received()).toMatchObject({ image: { link: 'https://shop.example/a.png', caption: 'Look' } });

  const replies = new Interactive(new ActionButtons(new Button('1', 'Yes'), new Button('2', 'No')), new Body('Come?'));
  expect(await client.sendMessage(NUMBER, PERSON, replies)).toHaveProperty('messages');
  expect(await received()).toMatchObject({
    interactive: { action: { buttons: [{ type: 'reply', reply: { id: '1', title: 'Yes' } }, {}] } },
  });

  const link = new Interactive(new ActionCTA('Open', 'https://shop.example'), new Body('Look'));
  expect(await client.sendMessage(NUMBER, PERSON, link)).toHaveProperty('messages');
  expect(await received()).toMatchObject({
    interactive: { action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example' } } },
  });
});

test('it reads refusals and failed statuses', async () => {
  const unknown = new Template('unknown', new Language('ru'));
  expect(await client.sendMessage(NUMBER, PERSON, unknown)).toMatchObject({ error: { code: 132_001 } });
  expect(await clientWith('short', whatsappAppSecret).sendMessage(NUMBER, PERSON, unknown)).toMatchObject({
    error: { code: 190, type: 'OAuthException' },
  });
  await client.sendMessage(NUMBER, '79169999999', new Text('Hi'));
  await until(() => statuses.some(({ status }) => status === 'failed'));
  expect(statuses.find(({ status }) => status === 'failed')?.error).toMatchObject({ code: 131_047 });
});
