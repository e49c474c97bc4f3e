// Adds recipients to a dispatch of the messaging API that is not started. The answer has an entry per recipient.

import { canAddMessages } from '@volley/domain/dispatches/dispatch-status.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import { must } from '@volley/domain/must.ts';
import { openCountries } from '@volley/domain/numbers/country.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { isRefused, type Refused } from '@volley/domain/planning/refused.ts';
import { zoneRuleOf } from '@volley/domain/planning/zone-rule.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { FIRST_STEP } from '@volley/domain/sending/cascade.ts';
import { findMessageError } from '@volley/domain/sending/message-error.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { uuidV7 } from '../../../platform/uuid-v7.ts';
import { findBlocked } from '../../blacklist/find-blocked.ts';
import { findOpenSessions } from '../../inbound/open-sessions.ts';
import { readTerms } from '../../ledger/volumes.ts';
import type { RejectedRecipient } from '../../messages/planning/plan-messages.ts';
import { totalsOf } from '../../messages/planning/planned-message.ts';
import { knownTariffs, openReferenceBook, type ReferenceBook } from '../../messages/planning/reference-book.ts';
import { insertSendRows, type SendRow } from '../../messages/send-rows.sql.ts';
import { mintCode } from '../../short-links/mint-code.ts';
import { shortLinkBase } from '../../short-links/short-link-address.ts';
import { storeShortLinks } from '../../short-links/store-short-links.ts';
import { requireSwitch } from '../../switches/switches.ts';
import { tariffsInForce } from '../../tariffs/price-list.ts';
import { loadMatcher } from '../../templates/match-templates.ts';
import { packageEstimate } from '../money/estimate-packages.ts';
import { acceptMessages, type Places } from '../recipients/accept-messages.ts';
import { reportAccepted } from '../recipients/report-accepted.ts';
import { getActiveCompany, getDispatchName } from './create-messaging-dispatch.ts';
import { lockMessagingDispatch, type MessagingDispatchRow } from './messaging-dispatches.sql.ts';
import { type PlannedRecipient, planRecipients, type RecipientPlan, type RecipientRules } from './plan-recipients.ts';
import type { DispatchRecipient } from './recipient-content.ts';

const MESSAGES_MAX = 10_000_000;

export type AddedRecipient =
  | { readonly destination: string; readonly messageUuid: string }
  | { readonly destination: string; readonly errorCode: number };

type Needs = Pick<Platform, 'db' | 'config' | 'metrics' | 'log' | 'traces'>;

export async function addRecipients(
  platform: Needs,
  account: KeyActor,
  id: number,
  recipients: readonly DispatchRecipient[],
): Promise<AddedRecipient[]> {
  const { db, config, metrics } = platform;
  const startedAt = performance.now();
  const book = await openReferenceBook(db);
  // The transaction returns the reply, which may be stored with it.
  let channel = '';
  const added = await inTransaction(db, async (tx) => {
    const dispatch = await lockMessagingDispatch(tx, account.companyId, id);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    channel = dispatch.channel_type;
    if (!canAddMessages(dispatch.status)) throw new Refusal('dispatch-status');
    if (dispatch.messages_total + recipients.length > MESSAGES_MAX)
      throw new Refusal('bad-request', {
        field: 'body',
        problem: `must keep the dispatch within ${MESSAGES_MAX} messages`,
        code: 'too-many',
      });
    await requireSwitch(tx, 'accept-dispatches', account.companyId);
    return storeRecipients(tx, { db, config }, account, { book, dispatch, recipients });
  });
  const accepted = added.filter((recipient) => 'messageUuid' in recipient).length;
  metrics.count('volley_messages_accepted_total', { channel }, accepted);
  reportAccepted(platform, { companyId: account.companyId, dispatchId: id, startedAt }, added);
  return added;
}

type Call = {
  readonly book: ReferenceBook;
  readonly dispatch: MessagingDispatchRow;
  readonly recipients: readonly DispatchRecipient[];
};

async function storeRecipients(
  tx: Tx,
  { db, config }: Pick<Platform, 'db' | 'config'>,
  account: KeyActor,
  { book, dispatch, recipients }: Call,
): Promise<AddedRecipient[]> {
  const { companyId, partnerId, currency } = account;
  const month = billingMonth(tx.now.getTime());
  const terms = await readTerms(tx, partnerId, companyId, month);
  const tariffs = await knownTariffs(db, book, terms.tariffs);
  const inForce = { plan: book.plan, tariffs: tariffsInForce(tariffs, terms.priceListId, tx.now) };
  const rules = { ...(await rulesOf(tx, config, account, { dispatch, recipients })), volumeOf: terms.volumeOf };
  const packagesOf = packageEstimate(tariffs, () => terms);
  const plan = await planRecipients(inForce, rules, recipients);
  const planned = plan.flatMap((entry) => (isRefused(entry) ? [] : entry));
  const messages = planned.map(({ message }) => message);
  const accepted = await acceptMessages(
    tx,
    {
      id: dispatch.id,
      companyId,
      channelType: dispatch.channel_type,
      lastSeq: dispatch.last_seq,
      currency,
      packagesMicros: dispatch.packages_micros,
      packageEstimate: (strands) => packagesOf(strands.map((strand) => ({ ...strand, month }))),
      writeRows: (places) => writeRows(tx, dispatch, planned, places),
    },
    {
      accepted: messages,
      rejected: plan.flatMap((entry, index) => (isRefused(entry) ? rejection(recipients, index, entry) : [])),
      ...totalsOf(messages),
    },
  );
  return answersOf(
    recipients,
    plan,
    accepted.messages.map(({ messageUuid }) => messageUuid),
  );
}

/** Stored for the partner console, which shows the meaning of the code. */
function rejection(recipients: readonly DispatchRecipient[], index: number, { errorCode }: Refused): RejectedRecipient {
  const msg = must(findMessageError(errorCode), `meaning of error ${errorCode}`).meaning;
  return { index, destination: must(recipients[index], `recipient ${index}`).destination, errorCode, msg };
}

async function rulesOf(
  tx: Tx,
  config: Platform['config'],
  account: KeyActor,
  { dispatch, recipients }: Pick<Call, 'dispatch' | 'recipients'>,
): Promise<Omit<RecipientRules, 'volumeOf'>> {
  const company = await getActiveCompany(tx, account);
  const { channel_type: channelType, sender_name: senderName } = dispatch;
  const name = await getDispatchName(tx, config, company.companyId, { channelType, senderName });
  const content = { text: dispatch.text, special: dispatch.special_content };
  const written = recipients.map(({ destination }) => ({ channelType, senderName, destination, content }));
  return {
    channelType,
    senderName,
    text: dispatch.text,
    special: dispatch.special_content,
    steps: dispatch.cascade ?? [],
    name,
    blocked: await findBlocked(tx, { companyId: company.companyId, recipients, senders: name.senders }),
    templates: await loadMatcher(tx, company.companyId, config.moderation),
    isSessionOpen: await findOpenSessions(tx, company.companyId, written, config),
    routing: company.routing,
    hostNetwork: config.hostNetworkRouting,
    testMode: config.testMode,
    isOpen: openCountries(company.openCountries ?? config.allowedCountries),
    zone: zoneRuleOf(hasWallTimes(dispatch), dispatch.use_local_time),
    shortening: dispatch.short_url ? { shortHost: shortLinkBase(config), mintCode } : undefined,
  };
}

const hasWallTimes = (row: MessagingDispatchRow) =>
  row.schedule_hours !== null ||
  row.schedule_days !== null ||
  row.local_send_time !== null ||
  row.local_completion_time !== null;

async function writeRows(
  tx: Tx,
  dispatch: MessagingDispatchRow,
  planned: readonly PlannedRecipient[],
  { firstSeq, strandOf }: Places,
): Promise<string[]> {
  const ids = planned.map(() => uuidV7(tx.now.getTime()));
  const rows = planned.map(({ message, special, steps, externalMessageId }, at): SendRow => {
    const id = must(ids[at], `id of recipient ${at}`);
    return {
      ...message,
      id,
      companyId: dispatch.company_id,
      dispatchId: dispatch.id,
      seq: firstSeq + at,
      strand: strandOf(message),
      templateId: message.templateId ?? null,
      externalMessageId,
      claimedTrafficType: null,
      tags: dispatch.tags,
      special,
      cascade: steps.length === 0 ? null : steps,
      cascadeRoot: steps.length === 0 ? null : id,
      cascadeStep: steps.length === 0 ? null : FIRST_STEP,
      verificationId: null,
    };
  });
  await insertSendRows(tx, rows);
  await storeShortLinks(
    tx,
    planned.flatMap(({ links }, at) =>
      links.map((link) => ({
        ...link,
        messageId: must(ids[at], `id of recipient ${at}`),
        companyId: dispatch.company_id,
      })),
    ),
  );
  return ids;
}

function answersOf(
  recipients: readonly DispatchRecipient[],
  plan: RecipientPlan,
  ids: readonly string[],
): AddedRecipient[] {
  const left = ids.values();
  return recipients.map(({ destination }, at) => {
    const planned = must(plan[at], `plan of recipient ${at}`);
    return isRefused(planned)
      ? { destination, errorCode: planned.errorCode }
      : { destination: planned.message.destination, messageUuid: must(left.next().value, `id of recipient ${at}`) };
  });
}
