// Figures of the messaging API: a code among advertising, single messages compared with a bare INSERT, and the latency
// of one message at a steady rate.

import type { Harness } from './harness/harness.ts';
import { type MessagingAccount, openMessagingAccount } from './harness/messaging-account.ts';
import type { PartnerClient } from './harness/partner-client.ts';
import { measurePacedSends, measureSendSpeed, type PacedSends, type SendSpeed } from './send-speed.ts';
import type { Sizes } from './sizes.ts';
import type { Subscribers } from './subscribers.ts';
import { measureUrgent, type UrgentRun } from './urgent-speed.ts';

/** Sender name of the harness for numbers of MTS. */
const NAME = 'StandMTS';

const load = (subscribers: Subscribers, first: number) => ({ senderName: NAME, subscribers, first });

export type SendsBesideInsert = { one: SendSpeed; hundred: SendSpeed };

/** The links are slow, so that accepting has the whole machine. */
export function measureSendsBesideInsert(
  harness: Harness,
  partner: PartnerClient,
  subscribers: Subscribers,
  sizes: Sizes,
): Promise<SendsBesideInsert> {
  return withAccount(harness, partner, async (account) => {
    const rounds = { rounds: sizes.rounds, roundMs: sizes.sendRoundMs };
    const one = await measureSendSpeed(harness, account, load(subscribers, 30_000_000), { ...rounds, messages: 1 });
    const hundred = await measureSendSpeed(harness, account, load(subscribers, 40_000_000), {
      ...rounds,
      messages: 100,
    });
    return { one, hundred };
  });
}

/** All roles run and every message is delivered. */
export function measureSendsAtPace(
  harness: Harness,
  partner: PartnerClient,
  subscribers: Subscribers,
  sizes: Sizes,
): Promise<PacedSends> {
  return withAccount(harness, partner, async (account) => {
    await measurePacedSends(account, load(subscribers, 20_000_000), { seconds: sizes.warmUpSeconds });
    return measurePacedSends(account, load(subscribers, 21_000_000), { seconds: sizes.pacedSeconds });
  });
}

/** A single link serves all brands. */
export function measureCodes(
  harness: Harness,
  partner: PartnerClient,
  subscribers: Subscribers,
  { count, codes }: { count: number; codes: number },
): Promise<UrgentRun> {
  return withAccount(harness, partner, async (account) => {
    await registerTemplate(account, partner);
    const textOf = (at: number) => `Code ${String(100_000 + at)}`;
    const parties = { partner, account, subscribers };
    return measureUrgent(harness, parties, { count, codes, senderName: NAME, textOf });
  });
}

async function withAccount<Result>(
  harness: Harness,
  { companyId }: PartnerClient,
  work: (account: MessagingAccount) => Promise<Result>,
): Promise<Result> {
  const account = await openMessagingAccount(harness, companyId);
  try {
    return await work(account);
  } finally {
    await account.close();
  }
}

export async function registerTemplate(account: MessagingAccount, { senderIds }: PartnerClient): Promise<void> {
  const template = {
    channelType: 'SMS',
    templateType: 'AUTHORIZE',
    pattern: 'Code %d',
    senderNameId: senderIds[0],
    dateFrom: new Date(Date.now() - 86_400_000).toISOString(),
  };
  await account.call('POST', '/templates', template, { key: 'system' });
}
