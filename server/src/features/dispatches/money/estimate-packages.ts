// Price of the MAU packages that messages may open: from the counter of their month up to the counter plus all messages
// that wait to be handed over in it, including these.
import { openedPackages, type Tariff } from '@volley/domain/money/tariff.ts';
import type { MonthVolumes } from '../../ledger/volumes-ahead.sql.ts';

export type StrandSize = {
  readonly tariffId: number;
  readonly brand: number;
  readonly messages: number;
  /** In which they will be sent. */
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
    for (const list of Map.groupBy(counted, ({ brand, month }) => `${brand}|${month}`).values()) {
      const [first] = list;
      if (first === undefined) continue;
      const { volumeOf, waitingOf } = volumesOf(first.month);
      const own = list.reduce((total, { messages }) => total + messages, 0);
      const count = volumeOf(first.brand, 'MAU');
      for (const id of new Set(list.map(({ tariffId }) => tariffId))) {
        const tariff = mau.get(id);
        if (tariff !== undefined) sum += openedPackages(tariff, count, count + waitingOf(first.brand) + own);
      }
    }
    return sum;
  };
}
