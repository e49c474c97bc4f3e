// Valid calls of the messaging API; those with ids are shared with the proof that accounts are isolated.

import { numberAt, textAt } from '../../given/http-client.ts';
import { linkOf } from '../../given/people/bots.ts';
import { PHONE } from '../../given/people/verification.ts';
import { until } from '../../given/until.ts';
import { RIGHT_KEYED } from '../../isolation/accounts.ts';
import { type Ground, newName, newNumber } from './ground.ts';
import type { Calls } from './request.ts';
import { openedSession, sentSession } from './widget.ts';

const item = { channelType: 'SMS', senderName: 'Shop', content: 'Hi' };

const withIds: Calls = Object.fromEntries(
  Object.entries(RIGHT_KEYED).map(([id, partsOf]) => [id, async ({ owner }) => partsOf(owner, await owner.ids())]),
);

/** The id of a new message. */
export async function sentMessage({ owner }: Ground, change: object = {}): Promise<string> {
  const { status, body, text } = await owner.ask('POST', '/message', [{ ...item, destination: PHONE, ...change }]);
  if (status !== 200) throw new Error(`POST /message answered ${status}: ${text}`);
  return textAt((body as { items: unknown[] }).items[0], 'messageUuid'); // the client has checked the reply
}

async function newDispatch({ owner }: Ground, change: object = {}): Promise<number> {
  const { body } = await owner.ask('POST', '/dispatch', { dispatchName: 'July', ...item, ...change });
  const id = numberAt(body, 'dispatchId');
  await owner.ask('POST', `/dispatch/${id}/messages`, [{ destination: newNumber() }]);
  return id;
}

async function sentCode({ owner }: Ground): Promise<string> {
  const request = { channelType: 'SMS', destination: newNumber(), gatewayId: owner.gatewayId };
  return textAt((await owner.ask('POST', '/verifier/send', request, 'VERIFIER')).body, 'uuid');
}

/** The id of a new template. */
export async function newTemplate({ owner }: Ground): Promise<number> {
  const draft = {
    channelType: 'SMS',
    templateType: 'SERVICE',
    pattern: `${newName('Order')} %d`,
    senderNameId: owner.senderId,
    dateFrom: '2024-07-01T00:00:00Z',
  };
  return numberAt((await owner.ask('POST', '/templates', draft, 'SYSTEM')).body, 'id');
}

export const MESSAGING_CALLS: Calls = {
  ...withIds,
  ping: () => ({}),
  getBalance: () => ({}),
  sendMessages: () => ({ body: [{ ...item, destination: PHONE }] }),
  sendCascades: () => ({ body: [{ destination: PHONE, cascade: [item] }] }),
  listAccountMessages: () => ({}),
  getAccountMessage: async (ground) => ({ params: { messageUuid: await sentMessage(ground) } }),
  stopMessages: async (ground) => ({ body: { uuids: [await sentMessage(ground)] } }),
  createAccountDispatch: () => ({ body: { dispatchName: 'July', ...item } }),
  listAccountDispatches: () => ({}),
  addDispatchRecipients: async (ground) => ({
    params: { id: await newDispatch(ground) },
    body: [{ destination: PHONE }],
  }),
  startAccountDispatch: async (ground) => ({ params: { id: await newDispatch(ground) } }),
  stopAccountDispatch: async (ground) => {
    // No link carries the channel, so the dispatch cannot end before it is stopped.
    const id = await newDispatch(ground, { channelType: 'VK' });
    await ground.owner.ask('POST', `/dispatch/${id}/start`);
    return { params: { id } };
  },
  getAccountDispatch: ({ owner }) => ({ params: { id: owner.dispatchId } }),
  listEvents: async (ground) => {
    const { owner } = ground;
    await owner.ask('POST', '/message/stop', { uuids: [await sentMessage(ground)] });
    await until('the feed has an event', async () => {
      const { body } = await owner.ask('GET', '/events');
      return (body as { items: unknown[] }).items.length > 0; // the client has checked the reply
    });
    return {};
  },
  listSenderNames: () => ({}),
  getSenderName: ({ owner }) => ({ params: { id: owner.senderId } }),
  listTemplates: () => ({}),
  getTemplate: async (ground) => ({ params: { id: await newTemplate(ground) } }),
  updateTemplate: async (ground) => ({
    params: { id: await newTemplate(ground) },
    body: { pattern: 'Order %d is ready' },
  }),
  uploadSubscribers: ({ bot }) => ({ body: { ...bot.name, subscribers: [linkOf('1', 1), linkOf('2', 2)] } }),
  listSubscribers: () => ({}),
  deleteSubscribers: async ({ bot }) => {
    await bot.upload([linkOf('3', 3)]);
    return { body: { ...bot.name, subscriberIds: ['3'] } };
  },
  inviteSubscriber: ({ bot }) => ({ body: { ...bot.name, destination: PHONE } }),
  checkVerification: async (ground) => ({ body: { uuid: await sentCode(ground), code: '0000' } }),
  getVerification: async (ground) => ({ params: { uuid: await sentCode(ground) } }),
  cancelVerification: async (ground) => ({ params: { uuid: await sentCode(ground) }, body: {} }),
  sendWidgetCode: async (ground) => ({ body: { key: await openedSession(ground) } }),
  checkWidgetCode: async (ground) => ({ body: { key: await sentSession(ground) } }),
  convertFlashcall: async (ground) => ({
    body: {
      messageUuid: await sentMessage(ground, { channelType: 'FLASHCALL', content: '4711' }),
      result: 'NUMBER_VERIFIED',
      code: '4711',
    },
  }),
};
