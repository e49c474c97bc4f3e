// A dispatch of a later month uses the prices and the budget of that month.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { monthAfter } from '@volley/domain/senders/sender-validity.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { priceGroups } from '../../src/features/dispatches/money/price-groups.ts';
import { onBehalfOf } from '../../src/platform/database/database.ts';
import { givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { accepted, asWritten, DAYS, from, people, TEXT, useEstimates } from '../given/people/estimates.ts';
import { givenVolume, setSpent } from '../given/rows/companies.ts';

const { api, partner, actor, givenMeteredTariffs, givenSender, summarize, estimated, priceOf, reservedOf, start } =
  useEstimates();
const GROUP = { brandId: 1, senderId: 0, trafficType: 'PROMO', partsEach: 1, messages: 1 } as const;

describe('a schedule of a later month', () => {
  beforeAll(givenMeteredTariffs);

  const present = () => billingMonth(Date.now());
  const nextFirst = () => Date.parse(`${monthAfter(present())}T00:00:00+03:00`);

  async function givenBusyCompany(budget?: number) {
    const companyId = await givenCompany(api(), partner().token, budget === undefined ? {} : { budget });
    const senderIds = [await givenSender(companyId, 'MTS'), await givenSender(companyId, 'BEELINE')];
    const draft = { companyId, senderIds, channelType: 'SMS', text: TEXT };
    // The counters of the present month are at the last step and beyond every package but the most expensive.
    await givenVolume(api(), companyId, { brand: 'MTS', month: present(), model: 'SCALED', count: 99 });
    await givenVolume(api(), companyId, { brand: 'BEELINE', month: present(), model: 'MAU', count: 99 });
    return { companyId, draft };
  }

  const PEOPLE = () => [[...people(1, 6), ...people(2, 6)]];

  test('is priced by the counters of that month, as its start reserves', async () => {
    const { companyId, draft } = await givenBusyCompany();
    const now = await estimated({ ...draft, scheduled: true }, PEOPLE(), from(Date.now()));
    const schedule = from(nextFirst() + 5 * 86_400_000);
    const later = await estimated({ ...draft, scheduled: true }, PEOPLE(), schedule);
    expect(later.months.map(({ month }) => month)).toEqual([monthAfter(present())]);
    // Steps and packages start again with a month.
    expect(later.reserveMicros).not.toBe(now.reserveMicros);
    const body = {
      name: 'Later',
      ...draft,
      messages: PEOPLE().flat(),
      schedule: asWritten(schedule),
    };
    const asked = accepted(await api().call('POST', '/dispatches/estimate', { token: partner().token, body }));
    expect(asked).toMatchObject({ priceEstimate: { total: decimalFromMicros(later.totalMicros) } });
    const made = await api().call('POST', '/dispatches', { token: partner().token, body });
    expect(made.body).toMatchObject({ priceEstimate: { total: decimalFromMicros(later.totalMicros) } });
    const id = numberAt(made.body, 'id');
    expect(await priceOf(id)).toBe(decimalFromMicros(later.totalMicros));
    expect((await start(id)).status).toBe(200);
    expect(await reservedOf(companyId)).toBe(later.reserveMicros);
    expect(await priceOf(id)).toBe(decimalFromMicros(later.totalMicros));
  });

  test('is checked against the budget of that month, and each zone against the budget of its month', async () => {
    const { companyId, draft } = await givenBusyCompany(200);
    await setSpent(api(), companyId, present(), 200_000_000n);
    const batches = [people(1, 2)];
    expect((await estimated({ ...draft, scheduled: true }, batches, from(Date.now()))).fits).toBe(false);
    const later = await estimated({ ...draft, scheduled: true }, batches, from(nextFirst()));
    expect(later).toMatchObject({ fits: true, months: [{ limitMicros: 200_000_000n, spentMicros: 0n }] });
    const groups = ['Europe/Moscow', 'Asia/Kamchatka'].map((timezone) => ({ ...GROUP, tariffId: 1, timezone }));
    const tariffId = (await summarize({ ...draft, messages: people(1, 1) })).groups[0]?.tariffId ?? 0;
    const eve = await onBehalfOf(partner().partnerId, undefined, () =>
      priceGroups(api().platform, actor(), {
        companyId,
        groups: groups.map((group) => ({ ...group, tariffId })),
        // Between 8 and 9 in the morning: Kamchatka is nine hours ahead of Moscow.
        schedule: { startAtMs: nextFirst() - 12 * 3_600_000, hours: [8], days: DAYS },
      }),
    );
    expect(eve.months.map(({ month }) => month)).toEqual([present(), monthAfter(present())]);
    expect(eve.rows).toMatchObject([{ messages: 1 }, { messages: 1 }]);
  });
});
