// Waits until messages have their final status and prints each of them then.
import type { Client } from '@volley/sdk/client.ts';
import { WaitTimeout } from '@volley/sdk/waits/poll.ts';
import type { Terminal } from './terminal.ts';

type Waiting = { readonly timeoutMs: number; readonly terminal: Terminal; readonly signal: AbortSignal };

/** Whether all messages are delivered. */
export async function untilFinal(
  client: Client,
  uuids: readonly string[],
  { timeoutMs, terminal, signal }: Waiting,
): Promise<boolean> {
  let areDelivered = true;
  try {
    for await (const message of client.messages.waitForEach(uuids, { timeoutMs, signal })) {
      terminal.out(JSON.stringify(message));
      areDelivered &&= message.status === 'delivered';
    }
    return areDelivered;
  } catch (error) {
    if (!(error instanceof WaitTimeout)) throw error;
    terminal.say(`Not final after ${timeoutMs / 1_000} s: ${error.waiting.join(' ')}`);
    return false;
  }
}
