// The MAU packages that messages may open: all between the counter of their month and the counter plus everything
// that waits to be handed over in it, the messages themselves included.
import { openedPackages, type Tariff } from '@volley/domain/tariff.ts';
import type { MonthVolumes } from '../ledger/volumes-ahead.ts';

export type StrandSize = {
  readonly tariffId: number;
  readonly route: number;
  readonly messages: number;
  /** In which they will go. */
  readonly month: string;
};

export function packageEstimate(
  tariffs: readonly Tariff[],
  volumesOf: (month: string) => MonthVolumes,
): (strands: readonly StrandSize[]) => bigint {
  const mau = new Map(
    tariffs.filter(({ pricingModel }) => pricingModel === 'MAU').map((tariff) => [tariff.id, tariff]),
  );
  return (strands) => {
    const counted = strands.filter(({ tariffId }) => mau.has(tariffId));
    let sum = 0n;
    for (const list of Map.groupBy(counted, ({ route, month }) => `${route}|${month}`).values()) {
      const [first] = list;
      if (first === undefined) continue;
      const { volumeOf, waitingOf } = volumesOf(first.month);
      const own = list.reduce((total, { messages }) => total + messages, 0);
      const count = volumeOf(first.route, 'MAU');
      for (const id of new Set(list.map(({ tariffId }) => tariffId))) {
        const tariff = mau.get(id);
        if (tariff !== undefined) sum += openedPackages(tariff, count, count + waitingOf(first.route) + own);
      }
    }
    return sum;
  };
}
