// Adds facts and outcomes to the figures, in portions. A portion that fails stays in its inbox, and a portion that is
// counted leaves it in the same transaction.
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openReferenceBook } from '../../messages/planning/reference-book.ts';
import { addConversions, type Conversion } from './conversions.sql.ts';
import {
  type CountedMessage,
  deleteFacts,
  type Fact,
  type FactKind,
  selectBringers,
  selectCounted,
} from './facts.sql.ts';
import { operatorOf } from './operator-of.ts';
import { addScores, type ScoreRow } from './scores.sql.ts';

const PORTION = 500;

type Needs = Pick<Platform, 'db'>;

/** True: more facts may be there. */
export async function countFacts({ db }: Needs): Promise<boolean> {
  const { plan } = await openReferenceBook(db);
  return inTransaction(db, async (tx) => {
    const facts = await attributed(tx, await deleteFacts(tx, PORTION));
    if (facts.length === 0) return false;
    const counted = await countedBy(tx, facts, plan);
    await addConversions(tx, sumConversions(counted));
    await addScores(tx, sumScores(counted));
    return facts.length === PORTION;
  });
}

/** Counts these messages as delivered, and the final price of all. Call in the transaction that takes the outcomes. */
export async function countOutcomes(
  tx: Tx,
  { db }: Needs,
  outcomes: readonly { readonly messageId: string; readonly isDelivered: boolean }[],
): Promise<void> {
  const { plan } = await openReferenceBook(db);
  const finals = outcomes.map(({ messageId, isDelivered }): FinalMessage => ({ messageUuid: messageId, isDelivered }));
  await addConversions(tx, sumConversions(await countedBy(tx, finals, plan)));
}

/** An entered code counts for the message that brought it. */
async function attributed(tx: Tx, facts: readonly Fact[]): Promise<Fact[]> {
  const ids = facts.flatMap(({ kind, messageUuid }) => (kind === 'entered' ? [messageUuid] : []));
  const rows = ids.length === 0 ? [] : await selectBringers(tx, ids);
  const bringers = new Map(rows.map(({ messageUuid, broughtBy }) => [messageUuid, broughtBy]));
  return facts.map((fact) =>
    fact.kind === 'entered' ? { ...fact, messageUuid: bringers.get(fact.messageUuid) ?? fact.messageUuid } : fact,
  );
}

type FinalMessage = { readonly messageUuid: string; readonly isDelivered: boolean };
type Counted = {
  readonly message: CountedMessage;
  readonly operator: string;
  readonly kind: FactKind | 'delivered' | 'undelivered';
};

async function countedBy(tx: Tx, facts: readonly (Fact | FinalMessage)[], plan: NumberingPlan): Promise<Counted[]> {
  const rows = await selectCounted(
    tx,
    facts.map(({ messageUuid }) => messageUuid),
  );
  const messages = new Map(rows.map((row) => [row.messageUuid, row]));
  return facts.flatMap((fact) => {
    const message = messages.get(fact.messageUuid);
    if (message === undefined) return [];
    const kind = 'kind' in fact ? fact.kind : fact.isDelivered ? 'delivered' : 'undelivered';
    return [{ message, operator: operatorOf(plan, message.destination), kind }];
  });
}

const count = (counted: readonly Counted[], wanted: Counted['kind']) =>
  counted.filter(({ kind }) => kind === wanted).length;

function sumConversions(counted: readonly Counted[]): Conversion[] {
  const groups = Map.groupBy(counted, ({ message: { gatewayId, day, channelType }, operator }) =>
    [gatewayId, day, channelType, operator].join(' '),
  );
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ message: { gatewayId, companyId, day, channelType }, operator }) => ({
      gatewayId,
      companyId,
      day,
      channelType,
      operator,
      sent: count(own, 'sent'),
      delivered: count(own, 'delivered'),
      entered: count(own, 'entered'),
      expired: count(own, 'expired'),
      costMicros: own.reduce((sum, one) => sum + finalPrice(one), 0n),
    })),
  );
}

const finalPrice = ({ kind, message }: Counted) =>
  kind === 'delivered' || kind === 'undelivered' ? (message.priceMicros ?? 0n) : 0n;

/** First messages only: a later one goes to people whom the first did not reach, so its figures are not comparable. */
function sumScores(counted: readonly Counted[]): ScoreRow[] {
  const first = counted.filter(({ message, kind }) => message.position === 0 && kind !== 'expired');
  const groups = Map.groupBy(first, ({ message: { gatewayId, channelType }, operator }) =>
    [gatewayId, operator, channelType].join(' '),
  );
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ message: { gatewayId, companyId, channelType }, operator }) => ({
      gatewayId,
      companyId,
      operator,
      channelType: channelType as VerificationChannel, // the column holds only these values
      sent: count(own, 'sent'),
      entered: count(own, 'entered'),
      costMicros: own.reduce((sum, { kind, message }) => sum + (kind === 'sent' ? Number(message.amountMicros) : 0), 0),
    })),
  );
}
