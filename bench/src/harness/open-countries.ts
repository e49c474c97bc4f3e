// Sets a price for every country and opens all countries to a partner.
import { numberAt } from './json.ts';
import { askOnce } from './partner-client.ts';

const PRICE = 9.5;

/** Applies to the partner of the company and to its later companies. Uses the back office API. */
export async function openAllCountries(url: string, adminToken: string, companyId: number): Promise<void> {
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    askOnce(url, { token: adminToken, method, path: `/admin/v1${path}`, body });
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
