// One dispatch from the first recipient accepted to the last callback answered, with the time of every stage.
import type { CallbackSink } from './stand/callback-sink.ts';
import type { PartnerClient } from './stand/partner-client.ts';
import type { Stand } from './stand/stand.ts';
import { waitFor } from './stand/wait.ts';
import { ratePerSecond } from './statistics.ts';
import { dispatchText, type Subscribers } from './subscribers.ts';

export type EndToEndRun = {
  messages: number;
  /** Messages a second over accepting and running together. */
  perSecond: number;
  acceptMs: number;
  /** From the start to each end. */
  submittedMs: number;
  receiptsMs: number;
  completedMs: number;
  callbacksMs: number;
};

export type FilledDispatch = { id: number; acceptMs: number };

const CALL = 10_000;
const POLL_MS = 50;

/** Creates a dispatch and appends to it until it holds `count` recipients. */
export async function fillDispatch(
  partner: PartnerClient,
  subscribers: Subscribers,
  { first, count, callbackUrl }: { first: number; count: number; callbackUrl?: string },
): Promise<FilledDispatch> {
  let id: number | undefined;
  let acceptMs = 0;
  for (let from = 0; from < count; from += CALL) {
    const messages = subscribers.recipients(first + from, Math.min(CALL, count - from));
    const callback = callbackUrl === undefined ? {} : { callbackUrl, callbackEvents: ['delivered'] };
    const request = { name: 'end to end', text: dispatchText, messages, ...callback };
    const startMs = performance.now();
    const accepted =
      id === undefined ? await partner.createDispatch(request) : await partner.appendMessages(id, messages);
    acceptMs += performance.now() - startMs;
    if (accepted.success !== messages.length) throw new Error(`accepted ${accepted.success} of ${messages.length}`);
    id = accepted.id;
  }
  if (id === undefined) throw new RangeError('a dispatch needs a recipient');
  return { id, acceptMs };
}

export async function runEndToEnd(
  stand: Stand,
  partner: PartnerClient,
  subscribers: Subscribers,
  { first, count, sink, timeoutMs }: { first: number; count: number; sink: CallbackSink; timeoutMs: number },
): Promise<EndToEndRun> {
  sink.reset();
  const before = await stand.simulator.counters();
  const { id, acceptMs } = await fillDispatch(partner, subscribers, { first, count, callbackUrl: sink.url });
  const startMs = performance.now();
  await partner.startDispatch(id);
  const since = async (reached: () => Promise<boolean> | boolean, what: string): Promise<number> => {
    await waitFor(what, reached, { timeoutMs, everyMs: POLL_MS });
    return performance.now() - startMs;
  };
  const counted = async (name: string): Promise<boolean> =>
    ((await stand.simulator.counters())[name] ?? 0) - (before[name] ?? 0) >= count;
  const [submittedMs, receiptsMs, completedMs, callbacksMs] = await Promise.all([
    since(() => counted('accepted'), 'all submitted'),
    since(() => counted('receiptsAcked'), 'all receipts stored'),
    since(async () => (await partner.progress(id)).status === 'COMPLETED', 'dispatch completed'),
    since(() => sink.answered >= count, 'all callbacks answered'),
  ]);
  const { delivered } = await partner.progress(id);
  if (delivered !== count) throw new Error(`${delivered} of ${count} delivered`);
  const runMs = Math.max(submittedMs, receiptsMs, completedMs, callbacksMs);
  const perSecond = ratePerSecond(count, acceptMs + runMs);
  return { messages: count, perSecond, acceptMs, submittedMs, receiptsMs, completedMs, callbacksMs };
}
