// Creates the past days in seconds: business time begins in the past, some traffic is sent, the clock moves on, until
// the present. The result is real rows with real times.

import type { Harness } from '@volley/bench/harness/harness.ts';
import { textAt } from '@volley/bench/harness/json.ts';
import type { Receivers } from './receivers.ts';
import { createDispatch, sendSingles } from './traffic.ts';
import type { World } from './world.ts';

export const PAST_DAYS = 6;
/** Share of failures of one operator, so that error lists are not empty. */
export const FAILURES = { account: 'megafon', undeliveredPercent: 8 };

const DAY_SECONDS = 86_400;
const DONE_MS = 30_000;
const NAMES = [
  'Новинки недели',
  'Приглашение в клуб',
  'Скидка на завтраки',
  'Мы открылись',
  'Бонусы сгорают',
  'Спасибо за визит',
];

type Ground = { readonly harness: Harness; readonly world: World; readonly receivers: Receivers };

/** `onDay`: called at the beginning of every day, counted from 1. */
export async function createPast(
  { harness, world, receivers: { healthyUrl, failingUrl } }: Ground,
  onDay: (day: number) => void,
): Promise<void> {
  await harness.simulator.setScenario(FAILURES);
  for (let day = 0; day < PAST_DAYS; day += 1) {
    onDay(day + 1);
    // Varies by day, but is deterministic.
    const recipients = 90 + ((day * 53) % 120);
    const name = NAMES[day % NAMES.length] ?? '';
    await send(world, 'coffee', { name, recipients, callbackUrl: healthyUrl });
    await sendSingles(world, day % 3 === 0 ? failingUrl : healthyUrl, 8 + ((day * 7) % 9));
    await moveClock(harness, DAY_SECONDS / 3);
    const orders = { name: 'Заказ собран', recipients: 20 + ((day * 31) % 40) };
    await send(world, 'pharmacy', { ...orders, callbackUrl: day < 4 ? healthyUrl : failingUrl });
    await moveClock(harness, (DAY_SECONDS * 2) / 3);
  }
  await harness.simulator.setScenario({ ...FAILURES, undeliveredPercent: 0 });
}

async function send(
  world: World,
  of: 'coffee' | 'pharmacy',
  { name, recipients, callbackUrl }: { name: string; recipients: number; callbackUrl: string },
): Promise<void> {
  const draft = {
    companyId: world.companies[of],
    senderIds: world.senderIds[of],
    name,
    text: `{name}, ${name.toLowerCase()}. Ждём вас!`,
  };
  const id = await createDispatch(world, draft, recipients, callbackUrl);
  await world.partner('POST', `/dispatches/${id}/start`);
  for (const until = Date.now() + DONE_MS; Date.now() < until; ) {
    if (textAt(await world.partner('GET', `/dispatches/${id}`), 'status') === 'COMPLETED') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function moveClock(harness: Harness, advanceSeconds: number): Promise<void> {
  const response = await fetch(`${harness.apiUrl()}/sandbox/v1/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
  });
  if (!response.ok) throw new Error(`POST /sandbox/v1/clock failed: ${await response.text()}`);
}
