// The figures of the messaging API: a code among advertising, single messages beside a bare INSERT, and the time one
// message takes at a steady pace.
import { measurePacedSends, measureSendSpeed, type PacedSends, type SendSpeed } from './send-speed.ts';
import { type MessagingAccount, openMessagingAccount } from './stand/messaging-account.ts';
import type { PartnerClient } from './stand/partner-client.ts';
import type { Stand } from './stand/stand.ts';
import type { Subscribers } from './subscribers.ts';
import { measureUrgent, type UrgentRun } from './urgent-speed.ts';

/** The stand's own name for numbers of MTS. */
const NAME = 'StandMTS';
const ROUNDS = 3;
const ROUND_MS = 3_000;
const PACED_SECONDS = 15;
const CODES = 200;

export type Sends = { one: SendSpeed; hundred: SendSpeed; paced: PacedSends };

export async function measureSends(stand: Stand, partner: PartnerClient, subscribers: Subscribers): Promise<Sends> {
  const account = await openMessagingAccount(stand, partner.companyId);
  const load = (first: number) => ({ senderName: NAME, subscribers, first });
  try {
    const paced = await measurePacedSends(account, load(20_000_000), { seconds: PACED_SECONDS });
    const rounds = { rounds: ROUNDS, roundMs: ROUND_MS };
    const one = await measureSendSpeed(stand, account, load(30_000_000), { ...rounds, messages: 1 });
    const hundred = await measureSendSpeed(stand, account, load(40_000_000), { ...rounds, messages: 100 });
    return { one, hundred, paced };
  } finally {
    await account.close();
  }
}

/** A stand whose one link serves every operator. */
export async function measureCodes(
  stand: Stand,
  partner: PartnerClient,
  subscribers: Subscribers,
  { count }: { count: number },
): Promise<UrgentRun> {
  const account = await openMessagingAccount(stand, partner.companyId);
  try {
    await registerTemplate(account, partner);
    const textOf = (at: number) => `Code ${String(100_000 + at)}`;
    return await measureUrgent(
      stand,
      { partner, account, subscribers },
      { count, codes: CODES, senderName: NAME, textOf },
    );
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
