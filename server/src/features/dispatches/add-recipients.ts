// Adds recipients to a dispatch of the messaging API that is not started. Each is answered for itself.
import type { KeyActor } from '@volley/domain/actor.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import { FIRST_STEP } from '@volley/domain/cascade.ts';
import { openCountries } from '@volley/domain/country.ts';
import { canAddMessages } from '@volley/domain/dispatch-status.ts';
import { findMessageError } from '@volley/domain/message-error.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { uuidV7 } from '../../platform/uuid-v7.ts';
import { findBlocked } from '../blacklist/find-blocked.ts';
import { openWindows } from '../inbound/open-windows.ts';
import { readTerms } from '../ledger/volumes.ts';
import { keepLinks } from '../links/keep-links.ts';
import { mintCode } from '../links/mint-code.ts';
import { shortLinkBase } from '../links/short-link-address.ts';
import type { KnownNumber } from '../messages/find-facts.ts';
import type { RejectedRecipient } from '../messages/plan-messages.ts';
import { knownTariffs, openReferenceBook, type ReferenceBook } from '../messages/reference-book.ts';
import { insertSendRows, type SendRow } from '../messages/send-rows.ts';
import { requireSwitch } from '../switches/switches.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import { loadMatcher } from '../templates/match-templates.ts';
import { acceptMessages, type Places } from './accept-messages.ts';
import { getActiveCompany, getDispatchName } from './create-messaging-dispatch.ts';
import { packageEstimate } from './estimate-packages.ts';
import { lockMessagingDispatch, type MessagingDispatchRow } from './messaging-dispatches.sql.ts';
import {
  type DispatchRecipient,
  type PlannedRecipient,
  planRecipients,
  type RecipientPlan,
  type RecipientRules,
} from './plan-recipients.ts';

const MESSAGES_MAX = 10_000_000;
const MOSCOW = 'Europe/Moscow';

export type AddedRecipient =
  | { readonly destination: string; readonly messageUuid: string }
  | { readonly destination: string; readonly errorCode: number };

type Needs = Pick<Platform, 'db' | 'config' | 'metrics'>;

export async function addRecipients(
  { db, config, metrics }: Needs,
  account: KeyActor,
  id: number,
  recipients: readonly DispatchRecipient[],
): Promise<AddedRecipient[]> {
  const book = await openReferenceBook(db);
  const added = await inTransaction(db, async (tx) => {
    const dispatch = await lockMessagingDispatch(tx, account.companyId, id);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (!canAddMessages(dispatch.status)) throw new Refusal('dispatch-status');
    if (dispatch.messages_total + recipients.length > MESSAGES_MAX)
      throw new Refusal('bad-request', { field: 'body', problem: `would pass ${MESSAGES_MAX} in one dispatch` });
    await requireSwitch(tx, 'accept-dispatches', account.companyId);
    return storeRecipients(tx, { db, config }, account, { book, dispatch, recipients });
  });
  metrics.count('volley_messages_accepted_total', {}, added.filter((one) => 'messageUuid' in one).length);
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
  const planned = plan.filter((one) => typeof one !== 'number');
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
      rejected: plan.flatMap((one, index) => (typeof one === 'number' ? rejection(recipients, index, one) : [])),
      parts: messages.reduce((sum, { parts }) => sum + parts, 0),
      amountMicros: messages.reduce((sum, { amountMicros }) => sum + amountMicros, 0),
    },
  );
  return answersOf(
    recipients,
    plan,
    accepted.messages.map(({ messageUuid }) => messageUuid),
  );
}

function rejection(recipients: readonly DispatchRecipient[], index: number, errorCode: number): RejectedRecipient {
  const msg = findMessageError(errorCode)?.meaning ?? '';
  return { index, destination: recipients[index]?.destination ?? '', errorCode, msg };
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
    isWindowOpen: await openWindows(tx, company.companyId, written, config),
    routing: company.routing,
    hostNetwork: config.hostNetworkRouting === 'on',
    testMode: config.testMode === 'on',
    isOpen: openCountries(company.openCountries ?? config.allowedCountries),
    zoneOf: zoneOf(dispatch),
    shortening: dispatch.short_url ? { shortHost: shortLinkBase(config), mintCode } : undefined,
  };
}

/** Only where the hour matters does the zone part the messages. */
function zoneOf(dispatch: MessagingDispatchRow): (facts: KnownNumber | undefined) => string {
  const { schedule_hours, schedule_days, local_send_time, local_completion_time } = dispatch;
  if ([schedule_hours, schedule_days, local_send_time, local_completion_time].every((one) => one === null))
    return () => '';
  return dispatch.use_local_time ? (facts) => facts?.timezone ?? MOSCOW : () => MOSCOW;
}

async function writeRows(
  tx: Tx,
  dispatch: MessagingDispatchRow,
  planned: readonly PlannedRecipient[],
  { firstSeq, strandOf }: Places,
): Promise<string[]> {
  const ids = planned.map(() => uuidV7(tx.now.getTime()));
  const rows = planned.map(({ message, special, steps, externalMessageId }, at): SendRow => {
    const id = ids[at] ?? '';
    return {
      ...message,
      id,
      companyId: dispatch.company_id,
      dispatchId: dispatch.id,
      seq: firstSeq + at,
      amountMicros: BigInt(message.amountMicros),
      strand: strandOf(message),
      templateId: message.templateId ?? null,
      externalMessageId,
      claimedTrafficType: null,
      tags: dispatch.tags,
      special,
      cascade: steps.length === 0 ? null : steps,
      cascadeRoot: steps.length === 0 ? null : id,
      cascadeStep: steps.length === 0 ? null : FIRST_STEP,
    };
  });
  await insertSendRows(tx, rows);
  await keepLinks(
    tx,
    planned.flatMap(({ links }, at) =>
      links.map((link) => ({ ...link, messageId: ids[at] ?? '', companyId: dispatch.company_id })),
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
    const planned = plan[at];
    return typeof planned === 'object'
      ? { destination: planned.message.destination, messageUuid: left.next().value ?? '' }
      : { destination, errorCode: planned ?? 0 };
  });
}
