// A second provider of VIBER beside the provider of the cell: the links `viber` and `viber-2`.
import { putLink } from '../../../src/features/operator-links/own-links.ts';
import type { Cell } from '../cell.ts';
import { until } from '../until.ts';
import { type Operators, startOperators } from './operators.ts';

export type SecondProvider = {
  readonly operators: Operators;
  /** Link ids. */
  readonly ids: { readonly viber: number; readonly 'viber-2': number };
  bothAreUp(): Promise<unknown>;
  close(): Promise<void>;
};

/** `ratePerSecond`: of each of the two links. */
export async function givenSecondProvider(cell: Cell, ratePerSecond: number): Promise<SecondProvider> {
  const operators = await startOperators([]);
  await cell.channel('VIBER', { ratePerSecond });
  await putLink(cell.platform, {
    protocol: 'VOLLEY_HTTP',
    name: 'viber-2',
    channelType: 'VIBER',
    brands: [0, 1, 2, 3, 4],
    url: operators.channels.url,
    systemId: operators.channels.account,
    password: operators.channels.secret,
    ratePerSecond,
    windowSize: 10,
    verifyToken: null,
    senderNames: {},
  });
  await operators.channels.callAt(`${cell.url}/channels/v1/viber-2`);
  cell.platform.bus.wake('links');
  const known = new Map<string, number>();
  const bothAreUp = () =>
    until('both links are up', async () => {
      const rows = await cell.sql<{ id: number; name: string }>(
        `select id, name from operator_links where channel_type = 'VIBER' and bound`,
      );
      for (const { id, name } of rows) known.set(name, id);
      return rows.length === 2;
    });
  await bothAreUp();
  return {
    operators,
    ids: { viber: known.get('viber') ?? 0, 'viber-2': known.get('viber-2') ?? 0 },
    bothAreUp,
    close: () => operators.close(),
  };
}
