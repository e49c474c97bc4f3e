// Dispatches that are cascades: every message has steps of its own.
import { beforeAll, describe, expect, test } from 'vitest';
import { add, create, people, show, start, stop, untilCalled } from '../given/campaign.ts';
import { useCell } from '../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../given/sending.ts';
import { until } from '../given/until.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  await cell().channel('VIBER');
  seller = await givenSeller(cell());
  await registerName(cell(), seller, { channelType: 'VIBER' });
});

const step = (change: object = {}) => ({ channelType: 'SMS', senderName: 'Shop', content: 'Over SMS', ...change });
const behave = (change: object) => cell().operators.channels.behave('viber', change);
const steps = async (root: string) => (await seller.list(`cascade_message_uuid=${root}&sort=created_time`)).items;

describe('a dispatch', () => {
  test('may be a cascade, with the values of each recipient [messaging.dispatch.cascade messaging.version.v9]', async () => {
    await behave({ refusedPercent: 100 });
    const id = await create(seller, {
      channelType: 'VIBER',
      content: 'Hello {name}',
      cascade: [step({ content: '{name}, by SMS' })],
    });
    const names = ['Ann', 'Bob'];
    const recipients = people(2, 79_161_260_000).map((one, at) => ({ ...one, substitutions: { name: names[at] } }));
    const added = await add(seller, id, recipients);
    await start(seller, id);
    await untilCalled(seller, id, 'done');
    for (const [at, { messageUuid = '' }] of added.entries()) {
      const [first, second] = await until('the second step is delivered', async () => {
        const found = await steps(messageUuid);
        return found[1]?.status === 'delivered' && found;
      });
      expect(first).toMatchObject({ dispatchId: id, content: `Hello ${names[at]}`, cascadeStep: 1 });
      expect(second).toMatchObject({ content: `${names[at]}, by SMS`, cascadeStep: 2 });
      expect(second).not.toHaveProperty('dispatchId');
    }
    expect((await show(seller, id)).messages).toMatchObject({ total: 2, unsent: 2 });
  });

  test('that is stopped takes along the steps that wait [messaging.version.v10]', async () => {
    await behave({ refusedPercent: 100 });
    const id = await create(seller, { channelType: 'VIBER', rate: 1, rateTerm: 'd', cascade: [step(), step()] });
    // No link takes SMS of TELE2 here.
    const [added] = await add(seller, id, [{ destination: '79000000001' }, { destination: '79000000002' }]);
    await start(seller, id);
    const root = added?.messageUuid ?? '';
    await until('the second step waits', async () => (await steps(root)).length === 2);
    const before = await seller.balance();
    await stop(seller, id);
    const [, second, ...none] = await until('it is stopped', async () => {
      const found = await steps(root);
      return found[1]?.status === 'unsent' && found;
    });
    expect([second, none]).toEqual([expect.objectContaining({ errorCode: 7002, cascadeStep: 2 }), []]);
    await untilCalled(seller, id, 'stopped');
    await until('all is given back', async () => (await show(seller, id)).messages.unsent === 2);
    expect(await seller.balance()).toBeGreaterThan(before);
  });

  test('that was stopped makes no further steps', async () => {
    await behave({ refusedPercent: 0, noStatusPercent: 100 });
    const id = await create(seller, { channelType: 'VIBER', ttl: 600, cascade: [step()] });
    const [added] = await add(seller, id, people(1, 79_161_270_000));
    await start(seller, id);
    await seller.untilStatus(added?.messageUuid ?? '', 'sent');
    await stop(seller, id);
    await cell().advance(601);
    await seller.untilStatus(added?.messageUuid ?? '', 'undelivered');
    await until('nothing is due', async () => (await cell().sql('select * from cascade_due')).length === 0);
    expect(await steps(added?.messageUuid ?? '')).toHaveLength(1);
  });
});
