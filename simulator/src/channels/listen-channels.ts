// The HTTP side of the simulated provider: one address for all channels, with signatures and timestamps checked.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHANNELS, type ChannelType } from '@volley/domain/sending/channel.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { loseAnswer } from '../lost-answer.ts';
import type { ChannelAccount, ChannelMessage } from './channel-account.ts';
import type { Customers } from './customers.ts';

export type ChannelServer = { url: string; close(): Promise<void> };

type Options = {
  port: number;
  host: string;
  account: string;
  secret: string;
  channels: ReadonlyMap<ChannelType, ChannelAccount>;
  /** A second provider, below the path `/reserve`. */
  reserves: ReadonlyMap<ChannelType, ChannelAccount>;
  customers: Customers;
};

const maxBodyBytes = 262_144;
const maxAgeSeconds = 300;

export async function listenChannels(options: Options): Promise<ChannelServer> {
  const server = createServer((request, response) => {
    serve(request, response, options).catch(() => send(response, 400, { error: { message: 'not understood' } }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // A server on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function serve(request: IncomingMessage, response: ServerResponse, options: Options): Promise<void> {
  const body = await readText(request);
  const [, isReserve, path] = /^(\/reserve)?(\/.*)$/.exec(request.url ?? '/') ?? [];
  const channels = isReserve === undefined ? options.channels : options.reserves;
  const accounts = [...channels.values()];
  const signer = signerOf(request, options);
  if (signer === undefined || !isSigned(request, body, signer) || accounts.every(({ scenario }) => scenario.lockedOut))
    return send(response, 401, { error: { message: 'not authenticated' } });
  if (signer.isThrottled) return send(response, 429, { error: { message: 'slow down' } });
  if (request.method === 'GET' && path === '/health') return send(response, 200, { ok: true });
  if (request.method !== 'POST' || path !== '/messages')
    return send(response, 404, { error: { message: `no route ${request.url}` } });
  const { channel, message } = readMessage(body);
  const account = channels.get(channel);
  if (account === undefined)
    return send(response, 422, {
      error: { code: ERROR.destinationRestricted, message: `channel ${channel} is not simulated` },
    });
  if (account.scenario.lockedOut) return send(response, 401, { error: { message: 'not authenticated' } });
  const reply = account.accept(message, signer.name);
  if (reply.kind === 'hang') return;
  if (reply.kind === 'cut') return void request.socket.destroy();
  if (reply.kind === 'lost') return loseAnswer(request, response, reply.how, (percent) => account.happens(percent));
  const answer = () => send(response, reply.status, reply.body, reply.headers);
  if (reply.delayMs === 0) answer();
  else setTimeout(answer, reply.delayMs);
}

type Signer = { name: string | undefined; secret: string; isThrottled: boolean };

/** The account of the provider's client, or of one of the client's customers. */
function signerOf({ headers }: IncomingMessage, { account, secret, customers }: Options): Signer | undefined {
  const name = String(headers['x-channel-account'] ?? '');
  if (name === account) return { name: undefined, secret, isThrottled: false };
  const customer = customers.get(name);
  return customer && { name, ...customer };
}

function isSigned(request: IncomingMessage, body: string, { secret }: Signer): boolean {
  const timestamp = String(request.headers['x-channel-timestamp'] ?? '');
  const expected = `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  const given = String(request.headers['x-channel-signature'] ?? '');
  const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) <= maxAgeSeconds;
  return isRecent && given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function readMessage(body: string): { channel: ChannelType; message: ChannelMessage } {
  const parsed = JSON.parse(body) as Partial<ChannelMessage> & { channel?: string }; // every member is checked below
  const { channel, messageId, from, to, text, reference, content, ttlSeconds } = parsed;
  if (typeof channel !== 'string' || !Object.hasOwn(CHANNELS, channel))
    throw new Error(`unknown channel ${String(channel)}`);
  const texts = [messageId, from, to, text];
  if (texts.some((one) => typeof one !== 'string') || typeof reference !== 'number')
    throw new Error('messageId, from, to and text must be strings, reference a number');
  const message = { messageId: String(messageId), from: String(from), to: String(to), text: String(text), reference };
  return {
    // Checked above to be a channel.
    channel: channel as ChannelType,
    message: {
      ...message,
      ...(content === undefined ? {} : { content }),
      ...(typeof ttlSeconds === 'number' ? { ttlSeconds } : {}),
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    // Without an encoding a request yields Buffers.
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > maxBodyBytes) throw new Error(`body exceeds ${maxBodyBytes} bytes`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
