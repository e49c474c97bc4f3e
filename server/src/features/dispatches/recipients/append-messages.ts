import { canAddMessages } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import type { Recipient } from '../../messages/planning/recipient-text.ts';
import { openReferenceBook } from '../../messages/planning/reference-book.ts';
import { requireSwitch } from '../../switches/switches.ts';
import { findDispatch } from '../dispatches.sql.ts';
import { scheduleOf } from '../first-instant.ts';
import { type AcceptedMessages, acceptMessages } from './accept-messages.ts';
import { planDispatch } from './plan-dispatch.ts';
import { reportAccepted } from './report-accepted.ts';

const MESSAGES_MAX = 10_000_000;

export async function appendMessages(
  platform: Pick<Platform, 'db' | 'config' | 'metrics' | 'log' | 'traces'>,
  actor: Actor,
  id: number,
  recipients: readonly Recipient[],
): Promise<AcceptedMessages> {
  const { db, config, metrics } = platform;
  const startedAt = performance.now();
  const book = await openReferenceBook(db);
  // The transaction returns the reply, which may be stored with it.
  let [channel, companyId] = ['', 0];
  const accepted = await inTransaction(db, async (tx) => {
    const dispatch = await findDispatch(tx, actor.partnerId, id, true);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (!canAddMessages(dispatch.status)) throw new Refusal('dispatch-status', { status: dispatch.status });
    if (dispatch.messages_total + recipients.length > MESSAGES_MAX)
      throw new Refusal('bad-request', {
        field: 'messages',
        problem: `must keep the dispatch within ${MESSAGES_MAX} messages`,
        code: 'too-many',
      });
    const company = await getOwnCompany(tx, actor.partnerId, dispatch.company_id);
    [channel, companyId] = [dispatch.channel_type, company.companyId];
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    await requireSwitch(tx, 'accept-dispatches', company.companyId);
    const { plan, packageEstimate } = await planDispatch(tx, { db, config, book }, actor, {
      company,
      senderIds: dispatch.sender_ids,
      channelType: dispatch.channel_type,
      text: dispatch.text,
      recipients,
      schedule: scheduleOf(dispatch),
    });
    return acceptMessages(
      tx,
      {
        id,
        companyId: company.companyId,
        channelType: dispatch.channel_type,
        lastSeq: dispatch.last_seq,
        currency: actor.currency,
        packagesMicros: dispatch.packages_micros,
        packageEstimate,
      },
      plan,
    );
  });
  metrics.count('volley_messages_accepted_total', { channel }, accepted.success);
  reportAccepted(platform, { companyId, dispatchId: id, startedAt }, accepted.messages);
  return accepted;
}
