// Calls of the providers of HTTP channels, in the form of each provider: `/channels/v1/{link}/{form}`. Signatures cover
// the raw body, so it is read as bytes. Data is stored before the answer; a repeated call changes nothing. An unknown
// link, an unknown form and a wrong signature get the same answer.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Hook, WrittenMessage } from '../../connectors/hook.ts';
import { HOOKS } from '../../connectors/hooks.ts';
import { isAllowed, parseNetwork } from '../../features/access/allowed-addresses.ts';
import type { InboundMessage } from '../../features/inbound/inbound-message.ts';
import { receiveInbound } from '../../features/inbound/receive-inbound.ts';
import { type HookLink, HookLinks } from '../../features/operator-links/find-hook.ts';
import { ReceiptIntake } from '../../features/receipts/receipt-intake.ts';
import { expireTemplates } from '../../features/sender-accounts/read-registries.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mountAccountHooks } from './account-hooks.ts';
import { callOf, parsedBody } from './hook-call.ts';
import { HOOKS_PREFIX, HookWalls } from './hook-walls.ts';
import { receiptOf } from './receipts.ts';

const PREFIX = `${HOOKS_PREFIX}/:linkName`;
/** Meta's largest webhook is 3 MB. */
const BODY_BYTES_MAX = 3 * 1024 * 1024;
const CHALLENGE = /^[\w-]{1,200}$/;

export function mountChannelHooks(app: ApiServer, platform: Platform): void {
  const walls = new HookWalls(platform);
  app.gates.push(walls.gate);
  void app.http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.addHook('onRequest', walls.enter);
    const links = new HookLinks(platform);
    const intake = new ReceiptIntake(platform);
    for (const [form, hook] of Object.entries(HOOKS)) {
      const path = `${PREFIX}/${form}${hook.hasToken ? '/:token' : ''}`;
      mountCalls(scope, platform, { path, hook, links, walls, intake });
      if (hook.challenge !== undefined) mountChallenge(scope, { path, hook, links, walls });
    }
    mountAccountHooks(scope, platform, { prefix: PREFIX, walls, bodyLimit: BODY_BYTES_MAX });
    done();
  });
}

type Mounted = {
  readonly path: string;
  readonly hook: Hook;
  readonly links: HookLinks;
  readonly walls: HookWalls;
};

function mountCalls(
  scope: FastifyInstance,
  platform: Platform,
  { path, hook, links, walls, intake }: Mounted & { readonly intake: ReceiptIntake },
): void {
  scope.post(path, { bodyLimit: BODY_BYTES_MAX }, async (request) => {
    const call = callOf(request);
    const link = await walls.lookUp(request, () => links.find(linkNameOf(request)));
    if (link === undefined || !hook.accepts(link) || !isFromSource(hook, link, request) || !hook.isSigned(call, link))
      throw new Refusal('not-authenticated');
    walls.prove(request);
    const receivedAt = platform.clock.now();
    const { statuses, messages, templatesOf = [], problem } = hook.read(parsedBody(call), link, call.nowMs);
    const receipts = statuses.flatMap((status) => receiptOf(status, link, receivedAt));
    await Promise.all(receipts.map((receipt) => intake.store(link.linkName, receipt)));
    if (messages.length > 0)
      await receiveInbound(
        platform,
        messages.map((message) => inboundOf(message, link, receivedAt)),
      );
    if (templatesOf.length > 0) await expireTemplates(platform, link.linkId, templatesOf);
    if (problem !== undefined) throw problem;
    return { stored: receipts.length + messages.length };
  });
}

function isFromSource(hook: Hook, link: HookLink, { ip }: FastifyRequest): boolean {
  const sources = hook.sourcesOf?.(link) ?? [];
  const networks = sources.flatMap((source) => parseNetwork(source) ?? []);
  // An unreadable list allows no address.
  return sources.length === 0 || (networks.length > 0 && isAllowed(networks, ip));
}

function mountChallenge(scope: FastifyInstance, { path, hook, links, walls }: Mounted): void {
  scope.get(path, async (request, reply) => {
    const link = await walls.lookUp(request, () => links.find(linkNameOf(request)));
    const challenge = link !== undefined && hook.accepts(link) ? hook.challenge?.(callOf(request), link) : undefined;
    if (challenge === undefined) throw new Refusal('access-denied');
    walls.prove(request);
    if (!CHALLENGE.test(challenge))
      throw new Refusal('bad-request', { field: 'hub.challenge', problem: 'must be 1 to 200 letters, digits, _ or -' });
    return reply.type('text/plain; charset=utf-8').send(challenge);
  });
}

/** Business time of sending, by the age of the message in real time. */
const inboundOf = (
  { id, from, ageMs, ...message }: WrittenMessage,
  { linkId }: HookLink,
  receivedAt: Date,
): InboundMessage => ({
  ...message,
  linkId,
  providerMessageId: id,
  destination: from,
  sentAtMs: receivedAt.getTime() - ageMs,
});

function linkNameOf({ params }: FastifyRequest): string {
  return (params as { linkName: string }).linkName; // every route of this surface has it
}
