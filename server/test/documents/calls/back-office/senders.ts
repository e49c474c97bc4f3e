// Review of sender names and templates, and accounts of names at providers.
import { registerName } from '../../../given/people/seller.ts';
import { type Ground, made, newName } from '../ground.ts';
import { newTemplate } from '../messaging.ts';
import type { Calls } from '../request.ts';

const CUSTOMER = { account: 'shop', secret: 'TheSecretOfTheShop' };

/** A name with a document. Names are approved at once here, so it is put back to the beginning of its review. */
async function waitingName({ cell, tenant: { token, ids } }: Ground): Promise<{ params: { id: number } }> {
  const companyId = Number(ids.company);
  const draft = { senderName: newName('Name'), documentIds: [ids.document] };
  const id = await registerName(cell, { token, companyId }, draft);
  await cell.sql(`update senders set status = 'PRE_REVIEW' where id = $1`, [id]);
  return { params: { id } };
}

/** A name about which staff have decided. */
async function reviewedName(ground: Ground): Promise<{ params: { id: number } }> {
  const name = await waitingName(ground);
  await made(ground, 'POST', `/senders/${name.params.id}/status`, { status: 'INTERNAL_REVIEW' });
  return name;
}

async function messengerName({ cell, owner }: Ground): Promise<{ params: { id: number } }> {
  await cell.operators.channels.customer(CUSTOMER.account, CUSTOMER.secret);
  return { params: { id: await registerName(cell, owner, { channelType: 'VIBER', senderName: newName('Name') }) } };
}

async function nameWithAccount(ground: Ground): Promise<{ params: { id: number } }> {
  const name = await messengerName(ground);
  await made(ground, 'PUT', `/senders/${name.params.id}/account`, { values: CUSTOMER });
  return name;
}

export const SENDER_CALLS: Calls = {
  adminReviewSenders: async (ground) => {
    await waitingName(ground);
    return {};
  },
  adminReviewSender: reviewedName,
  adminListSenders: () => ({}),
  adminGetSender: waitingName,
  adminJudgeSender: async (ground) => ({ ...(await waitingName(ground)), body: { status: 'INTERNAL_REVIEW' } }),
  adminGetSenderAccount: nameWithAccount,
  adminPutSenderAccount: async (ground) => ({ ...(await messengerName(ground)), body: { values: CUSTOMER } }),
  adminRemoveSenderAccount: nameWithAccount,
  adminListTemplates: () => ({}),
  adminJudgeTemplate: async (ground) => ({
    params: { id: await newTemplate(ground) },
    body: { status: 'EXTERNAL_REVIEW' },
  }),
  adminDownloadDocument: ({ tenant }) => ({ params: { id: tenant.ids.document } }),
};
