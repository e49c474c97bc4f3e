// Makes the next steps of cascades: the note that one is due goes in the transaction that makes the step, so none is
// lost and none is made twice. A step that is refused (no money, no such name any more) is kept as an unsent message
// with its error, so that its owner is told as for any other, and the step after it follows at once. What may be
// better in a while (the account's limit, a failure of ours) is tried again every minute, for a week.
// A round makes the steps of one account and one dispatch, so that it locks in the order of everybody else.
import type { KeyActor } from '@volley/domain/actor.ts';
import { WAITING_MAX_MS } from '@volley/domain/message-lifetime.ts';
import { inTransaction, isDatabaseOutage, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { DispatchStopped } from '../dispatches/send-lists.ts';
import type { SendItem } from '../sends/send.ts';
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
    // The next round sees it.
    if (error instanceof DispatchStopped) return true;
    // The whole account is refused, as when its company is disabled, or we fail it: nobody else waits for it.
    log.warn({ companyId: due[0]?.companyId, steps: due.length, err: error }, 'cascade steps put off');
    await inTransaction(db, (tx) => putOff(tx, log, due));
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

/** Steps of one account and one dispatch; `sample` is any of the messages before them. */
type Group = { readonly sample: EndedStep; readonly steps: readonly Step[] };

async function sendSteps(
  tx: Tx,
  platform: Platform,
  { sample, steps }: Group,
  due: readonly DueCascade[],
): Promise<() => Promise<void>> {
  const account = accountOf(sample, due[0]?.companyId ?? 0);
  const items = steps.map(({ item }) => item);
  const sent = await sendWithin(tx, platform, account, items, originOf(sample));
  const isLater = (at: number) => LATER_CODES.includes(sent.results[at]?.code ?? 0);
  await endDueCascades(
    tx,
    steps.flatMap(({ ended }, at) => (isLater(at) ? [] : ended.id)),
  );
  const later = new Set(steps.flatMap(({ ended }, at) => (isLater(at) ? ended.id : [])));
  await putOff(
    tx,
    platform.log,
    due.filter(({ messageId }) => later.has(messageId)),
  );
  return () => sent.publish();
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

const groupName = (one: EndedStep) => `${one.traffic_center_id} ${one.sending_method} ${one.of_dispatch}`;

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
