import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { isStartTooFarAhead } from '@volley/domain/sending/message-lifetime.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerTarget } from '../callbacks/targets/register-target.ts';
import type { Company } from '../companies/company.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import type { Recipient } from '../messages/planning/recipient-text.ts';
import { openReferenceBook, type ReferenceBook } from '../messages/planning/reference-book.ts';
import { requireSwitch } from '../switches/switches.ts';
import { insertDispatch } from './dispatches.sql.ts';
import { type AcceptedMessages, acceptMessages } from './recipients/accept-messages.ts';
import { planDispatch } from './recipients/plan-dispatch.ts';
import { reportAccepted } from './recipients/report-accepted.ts';

export type DispatchDraft = {
  readonly companyId: number;
  readonly name: string;
  readonly senderIds: readonly number[];
  readonly channelType: string;
  readonly text: string;
  readonly messages: readonly Recipient[];
  readonly schedule?: {
    readonly startAtMs: number;
    readonly hours: readonly number[];
    readonly days: readonly number[];
  };
  readonly callbackUrl?: string;
  readonly callbackEvents?: readonly ('delivered' | 'sent' | 'failed')[];
};

type Needs = Pick<Platform, 'db' | 'config' | 'secrets' | 'metrics' | 'log' | 'traces'>;

export async function createDispatch(platform: Needs, actor: Actor, draft: DispatchDraft): Promise<AcceptedMessages> {
  const { db, config, secrets, metrics } = platform;
  const startedAt = performance.now();
  const book = await openReferenceBook(db);
  const accepted = await inTransaction(db, async (tx) => {
    const { company, plan, packageEstimate } = await planDraft(tx, { db, config, book }, actor, draft);
    const targetId =
      draft.callbackUrl === undefined
        ? null
        : await registerTarget(
            tx,
            { secrets, config },
            { companyId: company.companyId, form: 'PARTNER' },
            draft.callbackUrl,
          );
    const id = await insertDispatch(tx, {
      companyId: company.companyId,
      partnerId: actor.partnerId,
      name: draft.name,
      channelType: draft.channelType,
      text: draft.text,
      senderIds: draft.senderIds,
      schedule: draft.schedule,
      callbackEndpointId: targetId,
      callbackEvents:
        draft.callbackEvents === undefined || draft.callbackEvents.length === 0 ? ['delivered'] : draft.callbackEvents,
    });
    return acceptMessages(
      tx,
      {
        id,
        companyId: company.companyId,
        channelType: draft.channelType,
        lastSeq: 0,
        currency: actor.currency,
        packagesMicros: 0n,
        packageEstimate,
      },
      plan,
    );
  });
  metrics.count('volley_messages_accepted_total', { channel: draft.channelType }, accepted.success);
  reportAccepted(platform, { companyId: draft.companyId, dispatchId: accepted.id, startedAt }, accepted.messages);
  return accepted;
}

type Planned = Awaited<ReturnType<typeof planDispatch>> & { readonly company: Company };

/** Throws a refusal of the whole call, or plans each recipient. */
export async function planDraft(
  tx: Tx,
  needs: Pick<Platform, 'db' | 'config'> & { readonly book: ReferenceBook },
  actor: Actor,
  draft: DispatchDraft,
): Promise<Planned> {
  const company = await getOwnCompany(tx, actor.partnerId, draft.companyId);
  if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
  await requireSwitch(tx, 'accept-dispatches', company.companyId);
  checkSchedule(tx, draft);
  const planned = await planDispatch(tx, needs, actor, {
    company,
    senderIds: draft.senderIds,
    channelType: draft.channelType,
    text: draft.text,
    recipients: draft.messages,
    schedule: draft.schedule,
  });
  return { company, ...planned };
}

function checkSchedule(tx: Tx, { schedule }: DispatchDraft): void {
  if (schedule !== undefined && isStartTooFarAhead(schedule.startAtMs, tx.now.getTime())) {
    throw new Refusal('bad-request', {
      field: 'schedule.startAt',
      problem: 'must be at most 70 days ahead',
      code: 'wrong-time',
    });
  }
}
