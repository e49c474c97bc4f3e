// The operator's or provider's own code of a failure: kept with the message, and shown wherever its error code is.
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import type { Outcome } from '../../../src/features/queue/batches/outcome.ts';
import { recordOutcomes } from '../../../src/features/settlement/record-outcomes.ts';
import { useCell } from '../../given/cell.ts';
import { givenPartnerUser } from '../../given/people/console.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { givenShop, type Shop } from '../../given/people/shop.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto' } });

/** A failed message of a dispatch, as the list of the partner API shows it. */
async function givenFailed(shop: Shop) {
  const id = await shop.run(1);
  await shop.untilStatus(id, 'COMPLETED');
  const [message] = await shop.messages(id);
  if (message?.status !== 'FAILED') throw new Error(`dispatch ${id} has no failed message: ${JSON.stringify(message)}`);
  return message;
}

async function givenChannelSeller(channelType: 'VIBER' | 'WHATSAPP'): Promise<Seller> {
  await cell().channel(channelType);
  const seller = await givenSeller(cell(), { brands: [] });
  await registerName(cell(), seller, { channelType });
  return seller;
}

/** Records the outcome of the message's batch again, with another code. */
async function repeatOutcome(messageId: string): Promise<void> {
  const [batch] = await cell().sql<{ id: string; attempt: number; link_id: number }>(
    `select b.id, b.attempt, b.link_id from batches b
     join messages m on m.dispatch_id = b.dispatch_id and m.strand = b.strand and m.seq between b.from_seq and b.to_seq
     where m.id = $1`,
    [messageId],
  );
  if (batch === undefined) throw new Error(`message ${messageId} is in no batch`);
  const outcome: Outcome = {
    batchId: batch.id,
    attempt: batch.attempt,
    linkId: batch.link_id,
    trafficType: 'PROMO',
    atMs: cell().now().getTime(),
    sent: [],
    failed: [[messageId, 502, 'SECOND']],
    rest: 'none',
  };
  await recordOutcomes(cell().platform, [outcome]);
}

const rowOf = (messageId: string) => cell().sql('select * from messages where id = $1', [messageId]);

describe('a message over SMPP', () => {
  covers('message.get.providerCode');
  test.each([
    ['permanently', 0x0b, 11, 'ESME_RINVDSTADR'],
    ['with a status outside the standard', 0x455, 455, '0x455'],
    ['temporarily until the tries are used up', 0x08, 502, 'ESME_RSYSERR'],
  ])('that is refused %s keeps the status as its code', async (_how, refusedStatus, errorCode, providerCode) => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    await cell().operators.behave('mts', { refusedPercent: 100, refusedStatus });
    const { messageUuid, ...shown } = await givenFailed(shop);
    await cell().operators.behave('mts', { refusedPercent: 0 });
    expect(shown).toMatchObject({ errorCode, providerCode });
    const { body } = await cell().call('GET', `/messages/${messageUuid}`, { token: shop.token });
    expect(body).toMatchObject({ status: 'FAILED', errorCode, providerCode });
  });

  test('whose receipt reports a failure keeps the err of the receipt as its code', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    await cell().operators.behave('mts', { undeliveredPercent: 100, undeliveredError: 8, receiptForm: 'text' });
    expect(await givenFailed(shop)).toMatchObject({ errorCode: 508, providerCode: '008' });
    await cell().operators.behave('mts', { undeliveredPercent: 0, receiptForm: 'both' });
  });

  test('that this service fails, and one that is delivered, have no code of a provider', async () => {
    await cell().link('mts');
    const seller = await givenSeller(cell());
    const delivered = await seller.untilStatus(await seller.sendOne({ destination: '70001000000' }), 'delivered');
    expect(delivered).not.toHaveProperty('providerCode');
    const shop = await givenShop(cell());
    const id = await shop.create(1);
    const [{ destination: msisdn } = { destination: '' }] = await shop.messages(id);
    const body = { companyId: shop.companyId, msisdn, blacklist: true };
    await cell().call('PUT', '/recipients', { token: shop.token, body });
    await shop.start(id);
    await shop.untilStatus(id, 'COMPLETED');
    const [blocked] = await shop.messages(id);
    expect(blocked).toMatchObject({ status: 'FAILED', errorCode: 453 });
    expect(blocked).not.toHaveProperty('providerCode');
  });

  test('shows its code on the page of the console and to staff, and a repeated outcome changes nothing', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    await cell().operators.behave('mts', { refusedPercent: 100, refusedStatus: 0x0b });
    const { messageUuid } = await givenFailed(shop);
    await cell().operators.behave('mts', { refusedPercent: 0 });
    const before = await rowOf(messageUuid);
    await repeatOutcome(messageUuid);
    expect(await rowOf(messageUuid)).toEqual(before);
    const { partnerId, token } = shop;
    const user = await givenPartnerUser(cell(), {
      role: 'admin',
      partner: { partnerId, token, login: '', password: '' },
    });
    const code = { errorCode: 11, providerCode: 'ESME_RINVDSTADR' };
    expect((await user.get(`/messages/${messageUuid}`)).body).toMatchObject({ ...code, raw: code });
    const support = await givenStaff(cell(), 'support');
    expect((await support.ask('GET', `/messages/${messageUuid}/trace`)).body).toMatchObject(code);
  });
});

describe('a message over HTTP', () => {
  covers('messaging.object.providerCode');
  test.each([
    ['refuses', { refusedPercent: 100, refusedCode: 4_711 }, '4711'],
    ['fails on every try', { failedPercent: 100 }, '500'],
  ])('that the provider %s keeps the code of the answer', async (_what, behavior, providerCode) => {
    const seller = await givenChannelSeller('VIBER');
    await cell().operators.channels.behave('viber', behavior);
    const uuid = await seller.sendOne({ channelType: 'VIBER' });
    const shown = await seller.untilStatus(uuid, 'unsent');
    await cell().operators.channels.behave('viber', { refusedPercent: 0, failedPercent: 0 });
    expect(shown).toMatchObject({ errorCode: 502, providerCode });
    const before = await rowOf(uuid);
    await repeatOutcome(uuid);
    expect(await rowOf(uuid)).toEqual(before);
  });

  test.each([
    ['of the plain protocol', 'VIBER', 502, '131049'],
    ['of WhatsApp', 'WHATSAPP', 456, '131026'],
  ] as const)(
    'that a status %s fails keeps the code of the first such status',
    async (_what, channelType, errorCode, providerCode) => {
      const seller = await givenChannelSeller(channelType);
      const { channels } = cell().operators;
      const channel = channelType.toLowerCase();
      const behavior = { undeliveredPercent: 100, undeliveredCode: 131_049, duplicatePercent: 100, metaForm: true };
      await channels.behave(channel, behavior);
      const uuid = await seller.sendOne({ channelType });
      const shown = await seller.untilStatus(uuid, 'undelivered');
      await channels.behave(channel, { undeliveredPercent: 0, duplicatePercent: 0, metaForm: false });
      expect(shown).toMatchObject({ errorCode, providerCode });
      await cell().settle();
      expect(await seller.message(uuid)).toEqual(shown);
    },
  );
});

test('the erasure of a number removes the code of the provider, whose text may hold the number', async () => {
  const destination = '79161239876';
  const seller = await givenChannelSeller('VIBER');
  await cell().operators.channels.behave('viber', { refusedPercent: 100, refusedCode: 4_711 });
  const uuid = await seller.sendOne({ channelType: 'VIBER', destination });
  await seller.untilStatus(uuid, 'unsent');
  await cell().operators.channels.behave('viber', { refusedPercent: 0 });
  const support = await givenStaff(cell(), 'support');
  expect((await support.ask('POST', '/numbers/erase', { destination })).status).toBe(201);
  const erased = await until('the number is erased', async () => {
    const shown = await seller.message(uuid);
    return shown['destination'] !== destination && shown;
  });
  expect(erased).toMatchObject({ errorCode: 502 });
  expect(erased).not.toHaveProperty('providerCode');
});
