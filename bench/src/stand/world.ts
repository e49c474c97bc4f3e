// Messages abroad: a price for every country, and a partner whose companies may send to all of them.
import { numberAt } from './json.ts';
import { askOnce } from './partner-client.ts';

const PRICE = 9.5;

/** For the partner of this company, its later companies included. Acts through the back office. */
export async function openWorld(url: string, adminToken: string, companyId: number): Promise<void> {
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    askOnce(url, adminToken, method, `/admin/v1${path}`, body);
  await ask('POST', '/tariffs', {
    priceListId: 1,
    senderType: 'COMMON',
    countryCode: '*',
    pricingModel: 'FIXED',
    currency: 'RUB',
    prices: [{ from: 0, price: PRICE }],
  });
  const partnerId = numberAt(await ask('GET', `/companies/${companyId}`), 'partnerId');
  await ask('PUT', `/partners/${partnerId}/countries`, { allowedCountries: ['*'] });
}
