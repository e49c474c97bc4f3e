// Waits until messages have their final status and prints each of them then.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@volley/sdk/client.ts';
import type { Terminal } from './terminal.ts';

const PAUSE_MS = { first: 200, max: 2_000 };
/** Messages of one request. */
const PAGE = 1_000;

type Waiting = { readonly timeoutMs: number; readonly terminal: Terminal; readonly signal: AbortSignal };

/** Whether all messages are delivered. */
export async function untilFinal(
  client: Client,
  uuids: readonly string[],
  { timeoutMs, terminal, signal }: Waiting,
): Promise<boolean> {
  const waiting = new Set(uuids);
  const endMs = performance.now() + timeoutMs;
  let areDelivered = true;
  for (let pauseMs = PAUSE_MS.first; waiting.size > 0; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MS.max)) {
    const asked = [...waiting].slice(0, PAGE);
    const { items } = await client.messages.list({ message_uuid: asked, per_page: PAGE }, { signal });
    for (const message of items) {
      // A search by id also finds messages with this id of the client.
      if (message.status === 'sending' || message.status === 'sent' || !waiting.delete(message.messageUuid)) continue;
      terminal.out(JSON.stringify(message));
      areDelivered &&= message.status === 'delivered';
    }
    if (waiting.size === 0) break;
    if (performance.now() >= endMs) {
      terminal.say(`Not final after ${timeoutMs / 1_000} s: ${[...waiting].join(' ')}`);
      return false;
    }
    await sleep(pauseMs, undefined, { signal });
  }
  return areDelivered;
}
