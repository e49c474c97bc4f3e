// Calls of providers about the account of one sender name, such as a bot: `/channels/v1/{link}/{form}/{senderId}`. An
// unknown link, an unknown account and a wrong proof get the same answer.
import { ID_MAX } from '@volley/contract/fields.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCOUNT_HOOKS } from '../../connectors/hooks.ts';
import { receiveBotTexts } from '../../features/inbound/receive-bot-texts.ts';
import { type CalledAccount, findCalledAccount } from '../../features/sender-accounts/find-called-account.ts';
import { storeBotEvents } from '../../features/subscribers/store-bot-events.ts';
import type { Platform } from '../../platform/platform.ts';
import { callOf, parsedBody } from './hook-call.ts';
import type { HookWalls } from './hook-walls.ts';

export function mountAccountHooks(
  scope: FastifyInstance,
  platform: Platform,
  { prefix, walls, bodyLimit }: { readonly prefix: string; readonly walls: HookWalls; readonly bodyLimit: number },
): void {
  for (const [form, hook] of Object.entries(ACCOUNT_HOOKS))
    scope.post(`${prefix}/${form}/:senderId`, { bodyLimit }, async (request, reply) => {
      const call = callOf(request);
      const called = await walls.lookUp(request, () => findCalled(platform, request));
      if (called?.protocol !== hook.protocol) throw new Refusal(hook.refusal);
      const isProven = hook.isSigned(call, called.account);
      if (isProven) walls.prove(request);
      else if (hook.isOpen?.(call) !== true) throw new Refusal(hook.refusal);
      const { companyId, senderId, senderName, linkId, account } = called;
      const book = { companyId, channelType: hook.channelType, senderName };
      const body = parsedBody(call);
      const news = isProven ? hook.read(body, account, call.nowMs) : { events: [], texts: [] };
      const { events } = news;
      const texts = called.takesTexts ? news.texts : [];
      if (events.length > 0) await storeBotEvents(platform, book, events);
      if (texts.length > 0) await receiveBotTexts(platform, { ...book, senderId, linkId }, texts);
      const wanted = hook.answer?.(body, account);
      if (wanted !== undefined) return reply.type('text/plain; charset=utf-8').send(wanted);
      return { stored: events.length + texts.length };
    });
}

async function findCalled(platform: Platform, { params }: FastifyRequest): Promise<CalledAccount | undefined> {
  const { linkName, senderId } = params as { linkName: string; senderId: string }; // every route here has both
  const isId = /^\d{1,10}$/.test(senderId) && Number(senderId) <= ID_MAX;
  return isId ? findCalledAccount(platform, linkName, Number(senderId)) : undefined;
}
