import { describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

// Private addresses are forbidden here, as in production.
const cell = useCell({ settings: { callbackAllow: [] } });

describe('the address of a callback', () => {
  test.each([['127.0.0.1'], ['localhost'], ['[::1]'], ['[::ffff:127.0.0.1]'], ['0x7f.1'], ['2130706433'], ['0.0.0.0']])(
    '%s is not contacted even if the target was accepted: no connection, and the try counts as failed',
    async (host) => {
      const { sink } = cell();
      await cell().link('mts');
      const shop = await givenShop(cell());
      const { port } = new URL(sink.url('/inside'));
      const id = await shop.create(2, { callbackUrl: `http://callbacks.example:${port}/inside` });
      // As if DNS had resolved the host to this address.
      await cell().sql('update callback_endpoints set url = $2 where company_id = $1', [
        shop.companyId,
        `http://${host}:${port}/inside`,
      ]);
      await shop.start(id);
      await shop.untilStatus(id, 'COMPLETED');
      await until('the events were tried', async () => {
        const rows = await cell().sql<{ tried: boolean }>(
          'select bool_and(b.attempts > 0) as tried from callback_batches b join callback_endpoints e on e.id = b.endpoint_id where e.company_id = $1',
          [shop.companyId],
        );
        return rows[0]?.tried === true;
      });
      expect(sink.connections()).toBe(0);
    },
  );
});
