// The MAU packages that messages may open: all between the month's counter and the counter plus everything
// that waits to be handed over, the messages themselves included.
import { openedPackages, type Tariff } from '@volley/domain/tariff.ts';
import type { Terms } from '../ledger/volumes.ts';

export type StrandSize = { readonly tariffId: number; readonly route: number; readonly messages: number };
export type PackageEstimate = (strands: readonly StrandSize[]) => bigint;

export function packageEstimate(
  tariffs: readonly Tariff[],
  terms: Pick<Terms, 'volumeOf' | 'waitingOf'>,
): PackageEstimate {
  const mau = new Map(
    tariffs.filter(({ pricingModel }) => pricingModel === 'MAU').map((tariff) => [tariff.id, tariff]),
  );
  return (strands) => {
    const counted = strands.filter(({ tariffId }) => mau.has(tariffId));
    let sum = 0n;
    for (const [route, list] of Map.groupBy(counted, (strand) => strand.route)) {
      const own = list.reduce((total, { messages }) => total + messages, 0);
      const count = terms.volumeOf(route, 'MAU');
      for (const id of new Set(list.map(({ tariffId }) => tariffId))) {
        const tariff = mau.get(id);
        if (tariff !== undefined) sum += openedPackages(tariff, count, count + terms.waitingOf(route) + own);
      }
    }
    return sum;
  };
}
