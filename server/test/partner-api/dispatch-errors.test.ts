// Error counts of a dispatch.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useSharedCell } from '../given/cell.ts';
import { givenShop, recipients, type Shop } from '../given/people/shop.ts';

const cell = useSharedCell();
let shop: Shop;
beforeAll(async () => {
  await cell().link('mts');
  shop = await givenShop(cell());
});

describe('GET /dispatches/{id}', () => {
  covers('dispatch.item.errors');
  test('counts failed messages by error code', async () => {
    await cell().operators.behave('mts', { undeliveredPercent: 100, undeliveredError: 1 });
    const id = await shop.run(3);
    await shop.untilStatus(id, 'COMPLETED');
    await cell().operators.behave('mts', { undeliveredPercent: 0 });
    const { body } = await cell().call('GET', `/dispatches/${id}`, { token: shop.token });
    const [message] = await shop.messages(id);
    expect(body).toMatchObject({ messages: { failed: 3 }, errors: [{ code: message?.errorCode, messages: 3 }] });
    const fine = await shop.run(1, { messages: recipients(1) });
    await shop.untilStatus(fine, 'COMPLETED');
    expect(await shop.dispatch(fine)).not.toHaveProperty('errors');
  });
});
