// Refused and accepted bodies of POST /dispatch, and the size of its portions of recipients.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useSharedCell } from '../given/cell.ts';
import { campaign, create, people, show } from '../given/people/campaign.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';

const cell = useSharedCell();
let seller: Seller;
beforeAll(async () => {
  seller = await givenSeller(cell());
});

const refused = async (change: object) => {
  const reply = await seller.ask('POST', '/dispatch', campaign(change));
  expect(reply.status).toBe(400);
  return (reply.body as { error: { msg: string } }).error.msg;
};

describe('a dispatch request', () => {
  covers('messaging.dispatch.create.required');
  test.each([
    ['dispatchName', {}],
    ['channelType', {}],
    ['senderName', {}],
    ['content', {}],
  ])('is refused without %s', async (member) => {
    const body: Record<string, unknown> = campaign();
    delete body[member];
    const reply = await seller.ask('POST', '/dispatch', body);
    expect([reply.status, (reply.body as { error: { code: number } }).error.code]).toEqual([400, 4000]);
  });

  covers(
    'messaging.limits.dispatch-speed',
    'messaging.dispatch.rateTerm.bounds',
    'messaging.dispatch.rateTerm.together',
  );
  test.each([
    [{ rate: 501, rateTerm: 's' }, 'rate must be between 1 and 500 for rateTerm s'],
    [{ rate: 30_001, rateTerm: 'm' }, 'rate must be between 1 and 30000 for rateTerm m'],
    [{ rate: 1_000_001, rateTerm: 'h' }, 'rate must be between 1 and 1000000 for rateTerm h'],
    [{ rate: 10 }, 'rateTerm is required with rate'],
    [{ rateTerm: 'h' }, 'rate is required with rateTerm'],
  ])('is refused with %o', async (change, problem) => {
    expect(await refused(change)).toBe(`Bad Request: ${problem}`);
  });

  test.each([
    [{ ttl: 59 }, 'ttl must be between 60 and 86400'],
    [{ senderName: 'Nobody', channelType: 'VIBER' }, 'senderName is not available: no such name is registered'],
    [{ senderName: 'sms_promo' }, 'senderName can be used for single messages only'],
    [{ cascadeCondition: 'not_delivered' }, 'cascadeCondition must be absent without a further step'],
    [{ cascadeCondition: 'not_read', cascade: [campaign()] }, 'cascadeCondition must be not_delivered on SMS'],
  ])('is refused with %o', async (change, problem) => {
    expect(await refused(change)).toBe(`Bad Request: ${problem}`);
  });

  covers('messaging.limits.dispatch-speed', 'messaging.dispatch.rateTerm.bounds');
  test('may have a rate at its bound, which is shown', async () => {
    for (const [rate, rateTerm] of [
      [500, 's'],
      [30_000, 'm'],
      [1_000_000, 'h'],
      [10_000_000, 'd'],
    ]) {
      const id = await create(seller, { rate, rateTerm });
      expect(await show(seller, id)).toMatchObject({ rate, rateTerm });
    }
    const above = await seller.ask('POST', '/dispatch', campaign({ rate: 10_000_001, rateTerm: 'd' }));
    expect(above.status).toBe(400);
  });

  test.each([0, 1001])('is refused with %i recipients per call', async (count) => {
    const id = await create(seller);
    expect((await seller.ask('POST', `/dispatch/${id}/messages`, people(count))).status).toBe(400);
  });
});
