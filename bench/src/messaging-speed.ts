// The figures of the messaging API: a code among advertising, single messages beside a bare INSERT, and the time one
// message takes at a steady pace.

import { measurePacedSends, measureSendSpeed, type PacedSends, type SendSpeed } from './send-speed.ts';
import type { Sizes } from './sizes.ts';
import { type MessagingAccount, openMessagingAccount } from './stand/messaging-account.ts';
import type { PartnerClient } from './stand/partner-client.ts';
import type { Stand } from './stand/stand.ts';
import type { Subscribers } from './subscribers.ts';
import { measureUrgent, type UrgentRun } from './urgent-speed.ts';

/** The stand's own name for numbers of MTS. */
const NAME = 'StandMTS';

const load = (subscribers: Subscribers, first: number) => ({ senderName: NAME, subscribers, first });

export type SendsBesideInsert = { one: SendSpeed; hundred: SendSpeed };

/** On a stand whose links are slow, so that nothing but accepting takes the machine's time. */
export function measureSendsBesideInsert(
  stand: Stand,
  partner: PartnerClient,
  subscribers: Subscribers,
  sizes: Sizes,
): Promise<SendsBesideInsert> {
  return withAccount(stand, partner, async (account) => {
    const rounds = { rounds: sizes.rounds, roundMs: sizes.sendRoundMs };
    const one = await measureSendSpeed(stand, account, load(subscribers, 30_000_000), { ...rounds, messages: 1 });
    const hundred = await measureSendSpeed(stand, account, load(subscribers, 40_000_000), { ...rounds, messages: 100 });
    return { one, hundred };
  });
}

/** While everything runs and every message is delivered. */
export function measureSendsAtPace(
  stand: Stand,
  partner: PartnerClient,
  subscribers: Subscribers,
  sizes: Sizes,
): Promise<PacedSends> {
  return withAccount(stand, partner, async (account) => {
    await measurePacedSends(account, load(subscribers, 20_000_000), { seconds: sizes.warmUpSeconds });
    return measurePacedSends(account, load(subscribers, 21_000_000), { seconds: sizes.pacedSeconds });
  });
}

/** A stand whose one link serves every operator. */
export function measureCodes(
  stand: Stand,
  partner: PartnerClient,
  subscribers: Subscribers,
  { count, codes }: { count: number; codes: number },
): Promise<UrgentRun> {
  return withAccount(stand, partner, async (account) => {
    await registerTemplate(account, partner);
    const textOf = (at: number) => `Code ${String(100_000 + at)}`;
    const parties = { partner, account, subscribers };
    return measureUrgent(stand, parties, { count, codes, senderName: NAME, textOf });
  });
}

async function withAccount<Result>(
  stand: Stand,
  { companyId }: PartnerClient,
  work: (account: MessagingAccount) => Promise<Result>,
): Promise<Result> {
  const account = await openMessagingAccount(stand, companyId);
  try {
    return await work(account);
  } finally {
    await account.close();
  }
}

async function registerTemplate(account: MessagingAccount, { senderIds }: PartnerClient): Promise<void> {
  const template = {
    channelType: 'SMS',
    templateType: 'AUTHORIZE',
    pattern: 'Code %d',
    senderNameId: senderIds[0],
    dateFrom: new Date(Date.now() - 86_400_000).toISOString(),
  };
  await account.call('POST', '/templates', template, 'system');
}
