// Rules of inbound messages, as staff manage them through the back office.
import { describe, expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { givenReceiver } from '../given/people/inbound-receiver.ts';
import { actionsOf } from '../given/people/staff.ts';

const cell = useCell({ workers: [] });

describe('inbound rules', () => {
  test('are created, listed, changed and removed by staff, each with its row in the log', async () => {
    const { companyId, defaultCenterId, staff, addCenter, addRule } = await givenReceiver(cell());
    const trafficCenterId = await addCenter('Support');
    const id = await addRule({
      trafficCenterId,
      callbackUrl: 'https://hook:secret@shop.example/in',
      senderNames: ['A'],
    });
    const list = () => staff.ask('GET', `/inbound-rules?companyId=${companyId}`);
    const shown = { id, companyId, trafficCenterId, callbackUrl: 'https://shop.example/in', senderNames: ['A'] };
    expect(await list()).toMatchObject({ status: 200, body: { items: [shown] } });
    const change = await staff.ask('PUT', `/inbound-rules/${id}`, { trafficCenterId: defaultCenterId });
    expect(change.body).toMatchObject({ id, trafficCenterId: defaultCenterId, callbackUrl: null, senderNames: [] });
    expect(await staff.ask('POST', `/inbound-rules/${id}/remove`)).toMatchObject({
      status: 200,
      body: { removed: true },
    });
    expect((await list()).body).toEqual({ items: [] });
    expect((await staff.ask('POST', `/inbound-rules/${id}/remove`)).status).toBe(404);
    expect((await staff.ask('PUT', `/inbound-rules/${id}`, { trafficCenterId })).status).toBe(404);
    const actions = (await actionsOf(cell().platform, staff.staffId)).filter(
      ({ subjectKind }) => subjectKind === 'inbound-rule',
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'inbound-rule.create',
      'inbound-rule.change',
      'inbound-rule.remove',
    ]);
    expect(JSON.stringify(actions)).not.toContain('secret');
  });

  test('are at most 100 per company, also when created concurrently', async () => {
    const { companyId, defaultCenterId, staff } = await givenReceiver(cell());
    await cell().sql(
      `insert into inbound_rules (company_id, traffic_center_id, sender_names, created_at)
       select $1, $2, '{}', now() from generate_series(1, 99)`,
      [companyId, defaultCenterId],
    );
    const rule = { companyId, trafficCenterId: defaultCenterId };
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => staff.ask('POST', '/inbound-rules', rule)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('refuse a center of another company and an invalid address', async () => {
    const { companyId, defaultCenterId, staff } = await givenReceiver(cell());
    const other = await givenReceiver(cell());
    const make = async (rule: object) => (await staff.ask('POST', '/inbound-rules', { companyId, ...rule })).status;
    expect(await make({ trafficCenterId: other.defaultCenterId })).toBe(404);
    expect(await make({ trafficCenterId: defaultCenterId, callbackUrl: 'ftp://shop.example' })).toBe(400);
    expect(await make({ trafficCenterId: defaultCenterId, senderNames: ['A', 'A'] })).toBe(400);
  });
});
