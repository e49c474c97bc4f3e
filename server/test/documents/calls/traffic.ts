// Traffic that fills the lists of the back office: messages that were delivered and reported, messages that wait for a
// cheaper link, spending abroad, and alerts, open and over.
import { raiseSpendAlarms } from '../../../src/features/settlement/spend-alarms.ts';
import { openCountriesFor, priceCountries } from '../../given/destinations.ts';
import { numberAt } from '../../given/http-client.ts';
import { untilPricesAreKnown } from '../../given/providers/costs.ts';
import { until } from '../../given/until.ts';
import { type Ground, made, newNumber, type Traffic } from './ground.ts';
import { sentMessage } from './messaging.ts';

/** Spending on one country in a day from which an alarm is raised. */
export const SPEND_ALARM = 10;

export async function givenTraffic(ground: Ground): Promise<Traffic> {
  const { cell } = ground;
  const linkId = await cell.link('mts', { brands: [1, 0] });
  await putRoutes(ground, linkId, 0.01);
  await givenMarginWait(ground);
  const messageUuid = await sentMessage(ground, {
    destination: newNumber(),
    content: 'See https://shop.example/order',
    shortUrl: true,
    callbackUrl: cell.sink.url('/documents'),
    callbackEvents: ['sent', 'delivered'],
  });
  await givenSpendAlarm(ground);
  await givenAlerts(ground);
  await until('the message is delivered and its callback is made', async () => {
    const { body } = await ground.owner.ask('GET', `/message/${messageUuid}`);
    return JSON.stringify(body).includes('"delivered"') && cell.sink.received('/documents').length > 0;
  });
  return { messageUuid, linkId };
}

async function putRoutes(ground: Ground, linkId: number, price: number): Promise<void> {
  const routes = [{ price: { value: price, currency: 'RUB' } }];
  await made(ground, 'PUT', `/links/${linkId}/routes`, { routes });
}

/** Bulk waits while its link costs more than the client pays. */
async function givenMarginWait(ground: Ground): Promise<void> {
  const { cell, owner } = ground;
  await putRoutes(ground, await cell.channel('VIBER'), 1_000);
  await untilPricesAreKnown();
  const draft = { dispatchName: 'July', channelType: 'VIBER', senderName: 'Shop', content: 'Hi' };
  const id = numberAt((await owner.ask('POST', '/dispatch', draft)).body, 'dispatchId');
  await owner.ask('POST', `/dispatch/${id}/messages`, [{ destination: newNumber() }]);
  await owner.ask('POST', `/dispatch/${id}/start`);
  await until('a dispatch waits for its margin', async () => {
    const { total } = (await made(ground, 'GET', '/margin-waits')) as { total: number }; // the client has checked it
    return total > 0;
  });
}

async function givenSpendAlarm(ground: Ground): Promise<void> {
  const { cell, owner } = ground;
  await priceCountries(cell, SPEND_ALARM + 1, { countries: ['KZ'] });
  await openCountriesFor(cell, owner.partnerId, ['RU', 'KZ']);
  await sentMessage(ground, { destination: '77012345678' });
  await raiseSpendAlarms(cell.platform);
}

/** After its hold an alert is announced; it is over when its condition was absent for a time. */
const HOLD_SECONDS = 61;
const RECOVERY_SECONDS = 121;

type Alert = { readonly key: string; readonly notifiedAt: string | null };

/** One link that nothing answers stays, and another is switched off. */
async function givenAlerts(ground: Ground): Promise<void> {
  const { cell } = ground;
  const contact = { name: 'Shift', severities: ['CRITICAL'], language: 'en', enabled: true };
  await made(ground, 'POST', '/duty-contacts', { ...contact, kind: 'WEBHOOK', address: cell.sink.url('/duty') });
  const [, over] = [await deadLink(ground, 'dead'), await deadLink(ground, 'over')];
  const untilListed = (path: string, isSo: (alert: Alert) => boolean) =>
    until(`${path} has the alert`, async () => {
      await cell.passRounds();
      const { items } = (await made(ground, 'GET', path)) as { items: readonly Alert[] }; // the client has checked it
      return items.some((alert) => alert.key === 'link-down:over' && isSo(alert));
    });
  await untilListed('/alerts', () => true);
  await cell.advance(HOLD_SECONDS);
  await untilListed('/alerts', ({ notifiedAt }) => notifiedAt !== null);
  await made(ground, 'POST', `/links/${over}`, { enabled: false });
  await cell.passRounds();
  await cell.advance(RECOVERY_SECONDS);
  await untilListed('/alerts/history', () => true);
}

/** No server listens on port 1. */
export async function deadLink(ground: Ground, name: string): Promise<number> {
  const draft = { name, brands: [3], host: '127.0.0.1', port: 1, systemId: 'x', password: 'x' };
  return numberAt(await made(ground, 'PUT', '/links', draft), 'linkId');
}
