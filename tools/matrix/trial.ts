// One small trial of a combination of servers: migrations, a journey per area, 2,000 messages through the simulated
// operators, the audit. Everything it creates on the servers is removed.
import type { CallbackSink } from '@volley/bench/harness/callback-sink.ts';
import { openCallbackSink } from '@volley/bench/harness/callback-sink.ts';
import type { HarnessOptions } from '@volley/bench/harness/harness.ts';
import { type Harness, startHarness } from '@volley/bench/harness/harness.ts';
import { openMessagingAccount } from '@volley/bench/harness/messaging-account.ts';
import type { PartnerClient } from '@volley/bench/harness/partner-client.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { openSubscribers } from '@volley/bench/subscribers.ts';
import { sendCode, sendMessage } from './journeys.ts';

export type Trial = Pick<HarnessOptions, 'databaseUrl' | 'natsUrl' | 'settings' | 'layout'> & {
  readonly messages?: number;
  /** Starts the roles, if the layout has none. */
  readonly startRoles?: (harness: Harness) => Promise<void>;
  /** Runs while the messages are on their way. */
  readonly meanwhile?: () => Promise<void>;
  /** Runs after the other journeys. */
  readonly also?: (harness: Harness, partner: PartnerClient) => Promise<void>;
};

const MESSAGES = 2_000;
const END_MS = 300_000;
const TEXT = '{name}, your order is ready.';

/** Throws where the product does not do what it must. */
export async function runTrial(trial: Trial): Promise<void> {
  const { messages: _messages, startRoles, meanwhile: _meanwhile, also, ...servers } = trial;
  const harness = await startHarness({ what: 'matrix', withChannels: true, ...servers });
  const sink = await openCallbackSink({ remember: true });
  try {
    const again = await harness.migrate();
    if (again.length > 0) throw new Error(`the second run of migrate applied ${again.join(', ')}`);
    if (startRoles !== undefined) {
      await startRoles(harness);
      await harness.callChannels();
    }
    const partner = await harness.givenPartner();
    const account = await openMessagingAccount(harness, partner.companyId);
    try {
      await sendMessage(account, 'SMS');
      await partner.registerName('MTS', 'VIBER');
      await sendMessage(account, 'VIBER');
      await sendCode(harness, account);
    } finally {
      await account.close();
    }
    await sendDispatch(partner, sink, trial);
    await also?.(harness, partner);
    const findings = await harness.audit();
    if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings).slice(0, 500)}`);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${harness.logTails()}`, {
      cause: error,
    });
  } finally {
    await sink.close();
    await harness.stop();
  }
}

/** Every message is delivered and reported to the callback target. */
async function sendDispatch(
  partner: PartnerClient,
  sink: CallbackSink,
  { messages: count = MESSAGES, meanwhile }: Trial,
): Promise<void> {
  const messages = openSubscribers().recipients(0, count);
  const callback = { callbackUrl: sink.url, callbackEvents: ['delivered'] };
  const { id, success } = await partner.createDispatch({ name: 'matrix', text: TEXT, messages, ...callback });
  if (success !== count) throw new Error(`accepted ${success} of ${count}`);
  await partner.startDispatch(id);
  await meanwhile?.();
  await waitFor(`${count} deliveries`, async () => (await partner.progress(id)).status === 'COMPLETED', {
    timeoutMs: END_MS,
    everyMs: 300,
  });
  const { delivered } = await partner.progress(id);
  if (delivered !== count) throw new Error(`${delivered} of ${count} delivered`);
  await waitFor(`${count} callbacks`, () => sink.arrivals.size === count, { timeoutMs: END_MS, everyMs: 300 });
}
