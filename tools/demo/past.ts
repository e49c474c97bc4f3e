// The days before today, lived through in seconds: business time begins in the past, some traffic goes, the clock is
// moved on, and so forth until the present. What it leaves are real rows with real times, not invented ones.
import { textAt } from '@volley/bench/stand/json.ts';
import type { Stand } from '@volley/bench/stand/stand.ts';
import type { Receivers } from './receivers.ts';
import { createDispatch, sendSingles } from './traffic.ts';
import type { World } from './world.ts';

export const PAST_DAYS = 6;
/** One operator fails so often, so that lists of errors are not empty. */
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

export async function livePast(stand: Stand, world: World, { healthyUrl, failingUrl }: Receivers): Promise<void> {
  await stand.simulator.setScenario(FAILURES);
  for (let day = 0; day < PAST_DAYS; day += 1) {
    // Not the same every day, and not by chance.
    const recipients = 90 + ((day * 53) % 120);
    await send(world, 'coffee', NAMES[day % NAMES.length] ?? '', recipients, healthyUrl);
    await sendSingles(world, day % 3 === 0 ? failingUrl : healthyUrl, 8 + ((day * 7) % 9));
    await moveClock(stand, DAY_SECONDS / 3);
    await send(world, 'pharmacy', 'Заказ собран', 20 + ((day * 31) % 40), day < 4 ? healthyUrl : failingUrl);
    await moveClock(stand, (DAY_SECONDS * 2) / 3);
  }
  await stand.simulator.setScenario({ ...FAILURES, undeliveredPercent: 0 });
}

async function send(
  world: World,
  of: 'coffee' | 'pharmacy',
  name: string,
  recipients: number,
  callbackUrl: string,
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

async function moveClock(stand: Stand, advanceSeconds: number): Promise<void> {
  const response = await fetch(`${stand.apiUrl()}/sandbox/v1/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
  });
  if (!response.ok) throw new Error(`the clock did not move: ${await response.text()}`);
}
