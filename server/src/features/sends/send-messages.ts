// Groups concurrent calls of an account into shared transactions: while a transaction runs, new calls wait for the
// next. A hundred calls then cost one COMMIT and do not compete for the wallet lock. A call with an Idempotency-Key has
// its own transaction, because its answer is stored with it.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { inTransaction, isDatabaseOutage, isGuarded, onBehalfOf } from '../../platform/database/database.ts';
import { outsideRequests } from '../../platform/logging/request-context.ts';
import { slot } from '../../platform/state/shared-state.ts';
import { NotEnough } from '../ledger/move-money.ts';
import { logAccepted } from '../messages/accepted-messages.ts';
import { NO_MONEY } from './afford-sends.ts';
import { publishSends } from './publish-sends.ts';
import type { SendItem, SendOrigin, SendResult } from './send.ts';
import { type AcceptedSends, acceptSends, idOf, type SendNeeds, traceSends } from './send-within.ts';

/** Messages per transaction: a full call of a thousand, or many small calls. */
const JOINED_MAX = 2_500;

type Waiting = {
  readonly account: KeyActor;
  readonly items: readonly SendItem[];
  readonly origin: SendOrigin;
  readonly resolve: (results: SendResult[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Waiting calls that may share a transaction. */
type Queue = { readonly waiting: Waiting[]; running: boolean };

const QUEUES = slot(() => new Map<string, Queue>());

export async function sendMessages(
  platform: SendNeeds,
  account: KeyActor,
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<SendResult[]> {
  const results = isGuarded()
    ? await sendTogether(platform, account, items, origin)
    : await joinQueue(platform, account, items, origin);
  logAccepted(platform, account, results, idOf);
  return results;
}

function joinQueue(
  platform: SendNeeds,
  account: KeyActor,
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<SendResult[]> {
  return new Promise((resolve, reject) => {
    const name = `${account.companyId} ${account.trafficCenterId} ${origin.sendingMethod} ${origin.trafficType ?? ''}`;
    const queues = platform.shared.of(QUEUES);
    const queue = queues.get(name) ?? { waiting: [], running: false };
    queues.set(name, queue);
    queue.waiting.push({ account, items, origin, resolve, reject });
    if (!queue.running) void outsideRequests(() => runQueue(platform, name, queue));
  });
}

async function runQueue(platform: SendNeeds, name: string, queue: Queue): Promise<void> {
  queue.running = true;
  while (queue.waiting.length > 0) await runGroup(platform, nextGroup(queue.waiting));
  queue.running = false;
  platform.shared.of(QUEUES).delete(name);
}

function nextGroup(waiting: Waiting[]): Waiting[] {
  let messages = 0;
  let calls = 0;
  for (const { items } of waiting) {
    if (calls > 0 && messages + items.length > JOINED_MAX) break;
    messages += items.length;
    calls += 1;
  }
  return waiting.splice(0, calls);
}

async function runGroup(platform: SendNeeds, group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const items = group.flatMap((call) => call.items);
  try {
    const results = await onBehalfOf(first.account.partnerId, undefined, () =>
      sendTogether(platform, first.account, items, first.origin),
    );
    let at = 0;
    for (const call of group) {
      call.resolve(results.slice(at, at + call.items.length));
      at += call.items.length;
    }
  } catch (error) {
    // A COMMIT without an answer may have succeeded: a retry could send every message twice.
    if (group.length === 1 || isDatabaseOutage(error)) for (const call of group) call.reject(error);
    // A single call may have failed the group: each call runs alone.
    else for (const call of group) await runGroup(platform, [call]);
  }
}

async function sendTogether(
  platform: SendNeeds,
  account: KeyActor,
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<SendResult[]> {
  const startedAt = performance.now();
  let accepted: AcceptedSends | undefined;
  try {
    const results = await inTransaction(platform.db, async (tx) => {
      accepted = await acceptSends(tx, platform, { account, items, origin });
      return accepted.results;
    });
    countAccepted(platform, items, results);
    traceSends(platform.traces, { account, items }, results, { startedAt, byRequest: true });
    if (accepted !== undefined) void publishSends(platform, accepted);
    return results;
  } catch (error) {
    if (!(error instanceof NotEnough)) throw error;
    return items.map(() => NO_MONEY);
  }
}

/** Results have the order of their items. */
function countAccepted(
  { metrics }: Pick<SendNeeds, 'metrics'>,
  items: readonly SendItem[],
  results: readonly SendResult[],
): void {
  const accepted = items.filter((_, at) => results[at]?.code === 201);
  for (const [channel, own] of Map.groupBy(accepted, ({ channelType }) => channelType))
    metrics.count('volley_messages_accepted_total', { channel }, own.length);
}
