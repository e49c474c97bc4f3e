// Makes the next steps of cascades: the note that one is due goes in the transaction that makes the step, so none is
// lost and none is made twice. A step that is refused (no money, no such name any more) is kept as an unsent message
// with its error, so that its owner is told as for any other, and the step after it follows at once. What may be
// better in a while (the account's limit, a failure of ours) is tried again every minute, for a week.
import type { KeyActor } from '@volley/domain/actor.ts';
import { WAITING_MAX_MS } from '@volley/domain/message-lifetime.ts';
import { inTransaction, isDatabaseOutage, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendWithin } from '../sends/send-within.ts';
import { claimDueCascades, type DueCascade, endDueCascades, postponeDueCascades } from '../settlement/due-cascades.ts';
import { type EndedStep, selectEnded } from './cascades.sql.ts';
import { nextStep, originOf } from './next-step.ts';

const STEPS_MAX = 500;
const RETRY_MS = 60_000;
const LATER_CODES: readonly number[] = [429, 500];

type Round = { readonly due: readonly DueCascade[]; readonly publish: readonly (() => Promise<void>)[] };

/** Returns true when there may be more. */
export async function advanceCascades(platform: Platform): Promise<boolean> {
  const { db, log } = platform;
  let due: readonly DueCascade[] = [];
  try {
    const round = await inTransaction(db, async (tx): Promise<Round> => {
      due = await claimDueCascades(tx, STEPS_MAX);
      return due.length === 0 ? { due, publish: [] } : { due, publish: await makeSteps(tx, platform, due) };
    });
    for (const publish of round.publish) await publish();
    return round.due.length > 0;
  } catch (error) {
    if (due.length === 0 || isDatabaseOutage(error)) throw error;
    // The whole account is refused, as when its company is disabled, or we fail it: nobody else waits for it.
    log.warn({ companyId: due[0]?.companyId, steps: due.length, err: error }, 'cascade steps put off');
    await inTransaction(db, (tx) => putOff(tx, log, due));
    return true;
  }
}

async function makeSteps(tx: Tx, platform: Platform, due: readonly DueCascade[]): Promise<(() => Promise<void>)[]> {
  const ended = await selectEnded(
    tx,
    due.map(({ messageId }) => messageId),
  );
  const later = new Set<string>();
  const publish: (() => Promise<void>)[] = [];
  for (const own of Map.groupBy(ended, accountName).values()) {
    const steps = own.flatMap((one) => {
      const item = nextStep(one);
      return item === undefined ? [] : [{ id: one.id, item }];
    });
    const [first] = own;
    if (first === undefined || steps.length === 0) continue;
    const account = accountOf(first, due[0]?.companyId ?? 0);
    const items = steps.map(({ item }) => item);
    const sent = await sendWithin(tx, platform, account, items, originOf(first));
    for (const [at, result] of sent.results.entries()) {
      const id = steps[at]?.id;
      if (id !== undefined && LATER_CODES.includes(result.code)) later.add(id);
    }
    publish.push(() => sent.publish());
  }
  await endDueCascades(
    tx,
    due.map(({ messageId }) => messageId).filter((id) => !later.has(id)),
  );
  await putOff(
    tx,
    platform.log,
    due.filter(({ messageId }) => later.has(messageId)),
  );
  return publish;
}

/** What has been put off for a week is given up. */
async function putOff(tx: Tx, log: Platform['log'], due: readonly DueCascade[]): Promise<void> {
  const isOld = ({ since }: DueCascade) => tx.now.getTime() - since.getTime() >= WAITING_MAX_MS;
  const old = due.filter(isOld).map(({ messageId }) => messageId);
  if (old.length > 0) log.error({ companyId: due[0]?.companyId, messageIds: old.slice(0, 20) }, 'cascades given up');
  await endDueCascades(tx, old);
  await postponeDueCascades(
    tx,
    due.filter((one) => !isOld(one)).map(({ messageId }) => messageId),
    new Date(tx.now.getTime() + RETRY_MS),
  );
}

const accountName = (one: EndedStep) => `${one.traffic_center_id} ${one.sending_method}`;

function accountOf(one: EndedStep, companyId: number): KeyActor {
  return {
    kind: 'key',
    keyId: 'cascade',
    type: 'MESSAGES',
    companyId,
    partnerId: one.partner_id,
    currency: one.currency,
    trafficCenterId: one.traffic_center_id,
  };
}
