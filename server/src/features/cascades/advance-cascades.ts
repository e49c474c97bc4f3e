// Sends the next steps of cascades. The transaction that creates the step deletes its due row, so no step is lost or
// sent twice. A refused step (no money, unusable name) is stored as an unsent message with its error, with callbacks as
// usual, and the step after it follows at once. Temporary refusals (the account's limit, an internal failure) are
// repeated every minute for a week. A round handles one account and one dispatch, to keep the common lock order.
import { must } from '@volley/domain/must.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { WAITING_MAX_MS } from '@volley/domain/sending/message-lifetime.ts';
import { inTransaction, isDatabaseOutage, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { DispatchStopped } from '../queue/buckets/open-buckets.ts';
import type { SendItem } from '../sends/send.ts';
import { sendWithin } from '../sends/send-within.ts';
import { claimDueCascades, type DueCascade, endDueCascades, postponeDueCascades } from '../settlement/due-cascades.ts';
import { type EndedStep, selectEnded } from './cascades.sql.ts';
import { nextStep, originOf } from './next-step.ts';

const STEPS_MAX = 500;
const RETRY_MS = 60_000;
const LATER_CODES: readonly number[] = [429, 500];

type Round = { readonly due: readonly DueCascade[]; readonly publish: readonly (() => Promise<void>)[] };

/** True: more steps may be due. */
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
    // The next round sees the stop.
    if (error instanceof DispatchStopped) return true;
    // The whole account is refused (its company is disabled) or failed: other accounts must not wait for it.
    log.warn({ companyId: due[0]?.companyId, steps: due.length, err: error }, 'cascade steps postponed');
    await inTransaction(db, (tx) => postpone(tx, log, due));
    return true;
  }
}

async function makeSteps(tx: Tx, platform: Platform, due: readonly DueCascade[]): Promise<(() => Promise<void>)[]> {
  const ids = due.map(({ messageId }) => messageId);
  const steps = (await selectEnded(tx, ids)).flatMap((ended): Step[] => {
    const item = nextStep(ended);
    return item === undefined ? [] : [{ ended, item }];
  });
  const followed = new Set(steps.map(({ ended }) => ended.id));
  const over = ids.filter((id) => !followed.has(id));
  const [first] = steps;
  if (first === undefined || over.length > 0) {
    await endDueCascades(tx, over);
    return [];
  }
  const own = steps.filter(({ ended }) => groupName(ended) === groupName(first.ended));
  return [await sendSteps(tx, platform, { sample: first.ended, steps: own }, due)];
}

type Step = { readonly ended: EndedStep; readonly item: SendItem };

/** Steps of one account and one dispatch; `sample` is any of the preceding messages. */
type Group = { readonly sample: EndedStep; readonly steps: readonly Step[] };

async function sendSteps(
  tx: Tx,
  platform: Platform,
  { sample, steps }: Group,
  due: readonly DueCascade[],
): Promise<() => Promise<void>> {
  const account = accountOf(sample, must(due[0], 'first due cascade').companyId);
  const items = steps.map(({ item }) => item);
  const sent = await sendWithin(tx, platform, { account, items, origin: originOf(sample) });
  const isLater = (at: number) => LATER_CODES.includes(must(sent.results[at], `result of step ${at}`).code);
  await endDueCascades(
    tx,
    steps.flatMap(({ ended }, at) => (isLater(at) ? [] : ended.id)),
  );
  const later = new Set(steps.flatMap(({ ended }, at) => (isLater(at) ? ended.id : [])));
  await postpone(
    tx,
    platform.log,
    due.filter(({ messageId }) => later.has(messageId)),
  );
  return () => sent.publish();
}

/** Gives up steps that were postponed for a week. */
async function postpone(tx: Tx, log: Platform['log'], due: readonly DueCascade[]): Promise<void> {
  const isOld = ({ since }: DueCascade) => tx.now.getTime() - since.getTime() >= WAITING_MAX_MS;
  const old = due.filter(isOld).map(({ messageId }) => messageId);
  if (old.length > 0) log.error({ companyId: due[0]?.companyId, messageIds: old.slice(0, 20) }, 'cascades given up');
  await endDueCascades(tx, old);
  await postponeDueCascades(
    tx,
    due.filter((cascade) => !isOld(cascade)).map(({ messageId }) => messageId),
    new Date(tx.now.getTime() + RETRY_MS),
  );
}

const groupName = (step: EndedStep) => `${step.traffic_center_id} ${step.sending_method} ${step.of_dispatch}`;

function accountOf(step: EndedStep, companyId: number): KeyActor {
  return {
    kind: 'key',
    keyId: 'cascade',
    type: 'MESSAGES',
    companyId,
    partnerId: step.partner_id,
    currency: step.currency,
    trafficCenterId: step.traffic_center_id,
  };
}
