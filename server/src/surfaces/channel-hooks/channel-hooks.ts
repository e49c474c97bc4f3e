// What providers of HTTP channels call: statuses of messages, and for WhatsApp what subscribers write. Signatures
// are over the raw body, so it is read as bytes here. What a call brings is stored before it is answered; a
// repeated call changes nothing.
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { receiveInbound } from '../../features/inbound/receive-inbound.ts';
import { Hooks } from '../../features/operator-links/find-hook.ts';
import { ReceiptIntake } from '../../features/receipts/receipt-intake.ts';
import { isSameSignature } from '../../platform/body-signature.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { parseNews } from './json-members.ts';
import { bodyOf, hookOfSignedCall, hookOfWhatsapp, hookOfWhatsappCall } from './signed-call.ts';
import { receiptsOfStatuses } from './statuses.ts';
import { readWhatsapp } from './whatsapp.ts';

const PREFIX = '/channels/v1/:linkName';
/** Meta's largest webhook is 3 MB. */
const BODY_BYTES_MAX = 3 * 1024 * 1024;
const CHALLENGE = /^[\w-]{1,200}$/;

export function mountChannelHooks(app: ApiServer, platform: Platform): void {
  void app.http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    );
    mountCalls(scope, platform);
    done();
  });
}

function mountCalls(scope: FastifyInstance, platform: Platform): void {
  const hooks = new Hooks(platform);
  const intake = new ReceiptIntake(platform);

  scope.post(`${PREFIX}/statuses`, async (request) => {
    const hook = await hookOfSignedCall(hooks, request, Date.now());
    const { receipts, problem } = receiptsOfStatuses(parseNews(bodyOf(request)), hook, platform.clock.now());
    await Promise.all(receipts.map((receipt) => intake.take(hook.linkName, receipt)));
    if (problem !== undefined) throw problem;
    return { stored: receipts.length };
  });

  scope.get(`${PREFIX}/whatsapp`, async (request, reply) => {
    const hook = await hookOfWhatsapp(hooks, request);
    // Fastify's query is an object of texts, or of lists where a name comes twice.
    const query = request.query as Readonly<Record<string, unknown>>;
    const textOf = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
    const challenge = textOf('hub.challenge');
    const expected = hook?.verifyToken ?? undefined;
    const isKnown = expected !== undefined && isSameSignature(textOf('hub.verify_token'), expected);
    if (!isKnown || query['hub.mode'] !== 'subscribe') throw new Refusal('access-denied');
    if (!CHALLENGE.test(challenge))
      throw new Refusal('bad-request', { field: 'hub.challenge', problem: 'must be letters, digits, _ and -' });
    return reply.type('text/plain; charset=utf-8').send(challenge);
  });

  scope.post(`${PREFIX}/whatsapp`, async (request) => {
    const hook = await hookOfWhatsappCall(hooks, request);
    const arrival = { receivedAt: platform.clock.now(), realMs: Date.now() };
    const { receipts, messages } = readWhatsapp(parseNews(bodyOf(request)), hook, arrival);
    await Promise.all(receipts.map((receipt) => intake.take(hook.linkName, receipt)));
    if (messages.length > 0) await receiveInbound(platform, messages);
    return { stored: receipts.length + messages.length };
  });
}
