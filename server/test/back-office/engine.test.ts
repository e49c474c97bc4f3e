import { describe, expect, test } from 'vitest';
import { removeAgedTexts } from '../../src/features/dispatches/retention/retain-texts.ts';
import { useCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { givenShop, recipients } from '../given/people/shop.ts';
import { actionsOf, givenStaff } from '../given/people/staff.ts';
import { portedNumbers } from '../given/rows/ported-numbers.ts';
import { until } from '../given/until.ts';

const cell = useCell();

describe('operator links', () => {
  test('are created, listed with their state, and never show their password', async () => {
    const sre = await givenStaff(cell(), 'sre');
    const draft = {
      name: 'spare',
      brands: [4],
      host: '127.0.0.1',
      port: cell().operators.smppPort,
      systemId: 'tele2',
      password: cell().operators.password,
      ratePerSecond: 50,
    };
    const put = await sre.ask('PUT', '/links', draft);
    expect(put.body).toMatchObject({ name: 'spare', ratePerSecond: 50, enabled: true, paused: false });
    const linkId = numberAt(put.body, 'linkId');
    const linkNow = async () => {
      const { body } = await sre.ask('GET', '/links');
      const { items } = body as { items: { linkId: number; bound: boolean }[] }; // checked against the contract by the client
      return items.find((link) => link.linkId === linkId);
    };
    await until('the link is bound', async () => (await linkNow())?.bound === true);
    expect((await sre.ask('POST', `/links/${linkId}`, { ratePerSecond: null, paused: true })).body).toMatchObject({
      ratePerSecond: null,
      paused: true,
    });
    await sre.ask('POST', `/links/${linkId}`, { enabled: false });
    await until('the link is unbound', async () => (await linkNow())?.bound === false);
    expect((await sre.ask('PUT', '/links', { ...draft, idForm: 'nonsense' })).status).toBe(400);
    expect((await sre.ask('POST', '/links/999999', { enabled: false })).status).toBe(404);
    const log = await actionsOf(cell().platform, sre.staffId);
    expect(log.map(({ action }) => action)).toEqual(['link.put', 'link.change', 'link.change']);
    expect(JSON.stringify(log)).not.toContain(`"${draft.password}"`);
  });

  test('have the settings of their protocol, and no account where every name has its own', async () => {
    const sre = await givenStaff(cell(), 'sre');
    const link = { brands: [0], url: 'http://127.0.0.1:1' };
    const gateway = {
      ...link,
      name: 'codes',
      protocol: 'TELEGRAM_GATEWAY',
      systemId: 'codes',
      password: 'x'.repeat(20),
    };
    const put = await sre.ask('PUT', '/links', { ...gateway, settings: { senderUsername: 'shop' } });
    expect(put.body).toMatchObject({ protocol: 'TELEGRAM_GATEWAY', settings: { senderUsername: 'shop' } });
    expect((await sre.ask('PUT', '/links', gateway)).body).toMatchObject({ settings: {} });
    const refused = await sre.ask('PUT', '/links', { ...gateway, settings: { senderUsername: '@', sender: 'shop' } });
    expect(refused.body).toMatchObject({
      error: { details: [{ field: 'settings.senderUsername' }, { field: 'settings.sender' }] },
    });
    const { password: _, ...withoutPassword } = gateway;
    expect((await sre.ask('PUT', '/links', withoutPassword)).body).toMatchObject({
      error: { details: [{ field: 'password' }] },
    });
    const bots = await sre.ask('PUT', '/links', { ...link, name: 'bots', protocol: 'TELEGRAM_BOT' });
    expect(bots.body).toMatchObject({ protocol: 'TELEGRAM_BOT', systemId: 'none', settings: {} });
    for (const { body } of [put, bots]) await sre.ask('POST', `/links/${numberAt(body, 'linkId')}`, { enabled: false });
  });

  test("a link with a wrong password shows the operator's error, and the time of its last bind", async () => {
    const sre = await givenStaff(cell(), 'sre');
    const draft = {
      name: 'guarded',
      brands: [4],
      host: '127.0.0.1',
      port: cell().operators.smppPort,
      systemId: 'tele2',
      password: 'wrong',
      receiptsPerPart: 'one',
    };
    const put = await sre.ask('PUT', '/links', draft);
    expect(put.body).toMatchObject({ lastError: null, lastBoundAt: null, receiptsPerPart: 'one' });
    const linkId = numberAt(put.body, 'linkId');
    const shown = async () => {
      const { body } = await sre.ask('GET', '/links');
      type Shown = { linkId: number; bound: boolean; lastError: string | null; lastBoundAt: string | null };
      const { items } = body as { items: Shown[] }; // checked against the contract by the client
      return items.find((link) => link.linkId === linkId);
    };
    await until('the error is shown', async () => (await shown())?.lastError?.includes('ESME_RINVPASWD'));
    expect(await shown()).toMatchObject({ bound: false, lastBoundAt: null });
    await sre.ask('PUT', '/links', { ...draft, password: cell().operators.password });
    await until('the link is bound', async () => (await shown())?.bound === true);
    expect((await shown())?.lastBoundAt).toMatch(/Z$/);
    const changed = await sre.ask('POST', `/links/${linkId}`, { receiptsPerPart: 'all', enabled: false });
    expect(changed.body).toMatchObject({ receiptsPerPart: 'all', enabled: false });
  });

  test('a paused link sends nothing new until it is resumed', async () => {
    const sre = await givenStaff(cell(), 'sre');
    const linkId = await cell().link('mts');
    const shop = await givenShop(cell());
    await sre.ask('POST', `/links/${linkId}`, { paused: true });
    const id = await shop.run(5);
    await cell().settle();
    expect((await shop.dispatch(id)).messages).toMatchObject({ pending: 5 });
    await sre.ask('POST', `/links/${linkId}`, { paused: false });
    await shop.untilStatus(id, 'COMPLETED');
  });
});

describe('feature switches', () => {
  test('stop accepting and starting for all companies or for one, and the switch of a company wins', async () => {
    const sre = await givenStaff(cell(), 'sre');
    const [one, other] = [await givenShop(cell()), await givenShop(cell())];
    const id = await one.create(1);
    const set = (name: string, isOn: boolean, companyId?: number) =>
      sre.ask('PUT', '/switches', { name, isOn, ...(companyId !== undefined && { companyId }) });
    expect((await set('start-dispatches', false)).status).toBe(200);
    const refused = await one.start(id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    await set('start-dispatches', true, one.companyId);
    expect((await one.start(id)).status).toBe(200);
    await set('start-dispatches', true);
    await set('accept-dispatches', false, other.companyId);
    await expect(other.create(1)).rejects.toThrow('503');
    await one.create(1);
    await set('accept-dispatches', true, other.companyId);
    await other.create(1);
    expect((await sre.ask('GET', '/switches')).body).toMatchObject({
      items: [
        { name: 'accept-dispatches', companyId: other.companyId, isOn: true },
        { name: 'start-dispatches', companyId: null, isOn: true },
        { name: 'start-dispatches', companyId: one.companyId, isOn: true },
      ],
    });
    expect((await set('start-dispatches', false, 999_999)).status).toBe(404);
    expect((await actionsOf(cell().platform, sre.staffId)).length).toBe(5);
  });
});

describe('erasing a number', () => {
  test('removes number and texts from final messages of every company, and the money audit still finds nothing', async () => {
    await cell().link('mts');
    const support = await givenStaff(cell(), 'support');
    const [one, other] = [await givenShop(cell()), await givenShop(cell())];
    const numbers = recipients(3, 79_161_240_000);
    const messages = numbers.map((recipient) => ({ ...recipient, customText: 'for you only' }));
    const ids = [await one.run(0, { messages }), await other.run(0, { messages })];
    await one.untilStatus(ids[0] ?? 0, 'COMPLETED');
    await other.untilStatus(ids[1] ?? 0, 'COMPLETED');
    await cell().sql(`insert into mau_recipients values ($1, '2026-01-01', 1, 79161240001)`, [one.companyId]);
    const waiting = await one.create(0, { messages: numbers });
    const before = await one.money();

    const asked = await support.ask('POST', '/numbers/erase', { destination: '+7 (916) 124-00-01' });
    expect(asked.status).toBe(201);
    const path = `/numbers/erasures/${numberAt(asked.body, 'erasureId')}`;
    const pass = await until('a pass has ended', async () => {
      const { body } = await support.ask('GET', path);
      return numberAt(body, 'messagesWaiting') > 0 && body;
    });
    expect(pass).toMatchObject({ messagesErased: 2, messagesWaiting: 1, finishedAt: null });
    for (const [at, shop] of [one, other].entries()) {
      const shown = await shop.messages(ids[at] ?? 0);
      expect(shown.map(({ destination }) => destination)).toEqual(['79161240000', '', '79161240002']);
      expect(JSON.stringify(shown[1])).not.toContain('for you only');
      expect(shown[1]).toMatchObject({ status: 'DELIVERED', parts: 1 });
    }
    expect(await one.money()).toEqual(before);
    expect(JSON.stringify(await actionsOf(cell().platform, support.staffId))).not.toContain('9161240001');

    await one.start(waiting);
    await one.untilStatus(waiting, 'COMPLETED');
    await cell().advance(3601);
    cell().platform.bus.wake('removals');
    await until('no message or erasure holds the number', async () => {
      const [row] = await cell().sql<{ left: bigint }>(
        'select (select count(*) from messages where destination = 79161240001) + (select count(*) from erasures where destination is not null) as left',
      );
      return row?.left === 0n;
    });
    expect(await cell().sql('select destination < 0 as erased from mau_recipients')).toEqual([{ erased: true }]);
    expect((await support.ask('GET', path)).body).toMatchObject({
      messagesErased: 3,
      messagesWaiting: 0,
      finishedAt: expect.any(String),
    });
  });

  test('needs a number, and only a known erasure is shown', async () => {
    const support = await givenStaff(cell(), 'support');
    expect((await support.ask('POST', '/numbers/erase', { destination: 'nobody at all' })).status).toBe(400);
    expect((await support.ask('GET', '/numbers/erasures/999999')).status).toBe(404);
  });
});

test('ported numbers use their new operator until they are removed', async () => {
  const sre = await givenStaff(cell(), 'sre');
  const items = [
    { destination: '79161239999', brand: 'BEELINE' },
    { destination: '8 916 123-99-98', brand: 'TELE2' },
  ];
  expect((await sre.ask('PUT', '/numbers/ported', { items })).body).toEqual({ changed: 2 });
  expect((await sre.ask('PUT', '/numbers/ported', { items })).body).toEqual({ changed: 0 });
  expect(await portedNumbers(cell())).toEqual([
    { destination: '79161239998', brand: 'TELE2' },
    { destination: '79161239999', brand: 'BEELINE' },
  ]);
  const destinations = items.map(({ destination }) => destination);
  expect((await sre.ask('POST', '/numbers/ported/remove', { destinations })).body).toEqual({ changed: 2 });
  expect(
    (await sre.ask('PUT', '/numbers/ported', { items: [{ destination: 'x'.repeat(11), brand: 'MTS' }] })).status,
  ).toBe(400);
});

test('texts of a dispatch are erased after the retention of its company, and only they', async () => {
  await cell().link('mts');
  const admin = await givenStaff(cell(), 'admin');
  const [keeper, forgetter] = [await givenShop(cell()), await givenShop(cell())];
  const messages = recipients(3).map((recipient) => ({ ...recipient, customText: 'secret' }));
  const kept = await keeper.run(0, { messages });
  const gone = await forgetter.run(0, { messages, text: 'shared' });
  await keeper.untilStatus(kept, 'COMPLETED');
  await forgetter.untilStatus(gone, 'COMPLETED');
  const before = await forgetter.messages(gone);
  await admin.ask('PUT', `/companies/${forgetter.companyId}`, { textRetentionDays: 2 });
  await cell().advance(86_400);
  while (await removeAgedTexts(cell().platform));
  expect((await forgetter.messages(gone))[0]).toMatchObject({ text: 'secret' });
  await cell().advance(86_500);
  while (await removeAgedTexts(cell().platform));
  const after = await forgetter.messages(gone);
  expect(after).toEqual(before.map((message) => ({ ...message, text: '' })));
  expect((await keeper.messages(kept))[0]).toMatchObject({ text: 'secret' });
});

test('the audit answers, and finds nothing', async () => {
  const accountant = await givenStaff(cell(), 'accountant');
  expect((await accountant.ask('GET', '/audit')).body).toEqual({ items: [] });
});
