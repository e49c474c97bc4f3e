// Traffic of a day: completed, waiting, stopped and slow dispatches, and single messages of several channels with every
// outcome of sandbox numbers.
import { numberAt } from '@volley/bench/harness/json.ts';
import { openSubscribers } from '@volley/bench/subscribers.ts';
import type { Receivers } from './receivers.ts';
import type { World } from './world.ts';

const subscribers = openSubscribers();
const SLOW_RECIPIENTS = 1_000;
const SLOW_RATE = { rate: 90, rateTerm: 'm' } as const;
/** Earlier positions belong to the checked dispatch; later ones are used in order. */
let position = 2_000;

export function nextRecipients(count: number) {
  position += count;
  return subscribers.recipients(position - count, count);
}

type Draft = { companyId: number; senderIds: readonly number[]; name: string; text: string; schedule?: object };

export async function createDispatch(
  { partner }: World,
  draft: Draft,
  recipients: number,
  callbackUrl?: string,
): Promise<number> {
  const answer = await partner('POST', '/dispatches', {
    ...draft,
    channelType: 'SMS',
    messages: nextRecipients(recipients),
    ...(callbackUrl !== undefined && { callbackUrl, callbackEvents: ['sent', 'delivered', 'failed'] }),
  });
  return numberAt(answer, 'id');
}

export async function sendTraffic(world: World, { healthyUrl, failingUrl }: Receivers): Promise<void> {
  const { partner, companies, senderIds } = world;
  const coffee = { companyId: companies.coffee, senderIds: senderIds.coffee };
  const pharmacy = { companyId: companies.pharmacy, senderIds: senderIds.pharmacy };
  const yoga = { companyId: companies.yoga, senderIds: senderIds.yoga };
  const start = (id: number) => partner('POST', `/dispatches/${id}/start`);
  await start(
    await createDispatch(
      world,
      { ...coffee, name: 'Осенняя акция', text: '{name}, скидка 20 % на все десерты до воскресенья!' },
      600,
      healthyUrl,
    ),
  );
  await start(
    await createDispatch(
      world,
      { ...pharmacy, name: 'Напоминание о заказе', text: '{name}, ваш заказ собран.' },
      300,
      failingUrl,
    ),
  );
  const stopped = await createDispatch(
    world,
    { ...coffee, name: 'Ошибочный текст', text: '{name}, мы открылись на улице Примерной!' },
    60,
  );
  await start(stopped);
  await partner('POST', `/dispatches/${stopped}/stop`);
  await createDispatch(
    world,
    { ...coffee, name: 'Черновик: Новый год', text: '{name}, с наступающим! Ждём вас на глинтвейн.' },
    50,
  );
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const schedule = { startAt: tomorrow, hours: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19], days: [1, 2, 3, 4, 5] };
  // The studio has sender names with two brands only: recipients of other brands are refused with a reason.
  await start(
    await createDispatch(
      world,
      { ...yoga, name: 'Расписание на неделю', text: '{name}, занятие завтра в 10:00.', schedule },
      80,
    ),
  );
  await sendSingles(world, healthyUrl, 24);
  await sendSingles(world, failingUrl, 6);
  await startSlowDispatch(world, healthyUrl);
}

/** Slow enough to run for a while; the next one follows when it ends. */
export async function startSlowDispatch({ messages }: World, callbackUrl: string): Promise<number> {
  const dispatch = await messages('POST', '/dispatch', {
    dispatchName: `Меню дня, ${new Date().toLocaleTimeString('ru', { hour: '2-digit', minute: '2-digit' })}`,
    channelType: 'SMS',
    senderName: 'ZERNO',
    content: '{name}, сегодня в меню тыквенный суп и какао. До встречи!',
    callbackUrl,
    callbackEvents: ['sent', 'delivered'],
    ...SLOW_RATE,
  });
  const id = numberAt(dispatch, 'dispatchId');
  await messages('POST', `/dispatch/${id}/messages`, nextRecipients(SLOW_RECIPIENTS));
  await messages('POST', `/dispatch/${id}/start`);
  return id;
}

const SANDBOX_OUTCOMES = ['00', '01', '03', '04', '05', '06', '07', '09', '10', '11'];
let sent = 0;

export async function sendSingles({ messages }: World, callbackUrl: string, count: number): Promise<void> {
  const list = Array.from({ length: count }, () => singleMessage(callbackUrl));
  await messages('POST', '/message', list);
}

function singleMessage(callbackUrl: string) {
  sent += 1;
  const channelType = (['SMS', 'SMS', 'VIBER', 'SMS', 'WHATSAPP'] as const)[sent % 5] ?? 'SMS';
  const outcome = SANDBOX_OUTCOMES[sent % SANDBOX_OUTCOMES.length] ?? '00';
  const [real] = nextRecipients(1);
  const destination = sent % 3 === 0 ? (real?.destination ?? '') : `7000${1 + (sent % 4)}0000${outcome}`;
  return {
    channelType,
    senderName: channelType === 'SMS' ? 'ZERNO' : 'Zerno',
    destination,
    content: `Заказ ${10_000 + sent} готов, ждём вас!`,
    externalMessageId: `order-${10_000 + sent}`,
    callbackUrl,
    callbackEvents: channelType === 'SMS' ? ['sent', 'delivered'] : ['sent', 'delivered', 'read'],
  };
}
