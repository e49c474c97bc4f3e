// Upper bound of extra submits of a run. A failure leaves at most one window per link unanswered; only these submits
// may be repeated.
import { withDatabase } from '../harness/with-database.ts';
import type { Faults } from './nemesis.ts';

export type Windows = { readonly smpp: readonly number[]; readonly channels: readonly number[] };

/** Window sizes of all links, as configured. */
export const readWindows = (databaseUrl: string): Promise<Windows> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ protocol: string; size: number }>(
      'select protocol, window_size as size from operator_links order by id',
    );
    const of = (protocol: string) => rows.filter((row) => row.protocol === protocol).map(({ size }) => size);
    return { smpp: of('SMPP'), channels: of('VOLLEY_HTTP') };
  });

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** An unbind ends one session, so it counts the window of one SMPP link. */
export function boundOf(faults: Faults, { smpp, channels }: Windows, unbinds: number): { most: number; why: string } {
  const causes = {
    'connector kills': faults.kills['connector'] ?? 0,
    'connector freezes': faults.freezes['connector'] ?? 0,
    'kills of everything': faults.all,
    cuts: faults.cuts,
    'database outages': faults.postgres,
    'promotions of its standby': faults.promotions,
    'broker outages': faults.nats,
    'losses of its storage': faults.wipes,
  };
  const windows = sum(smpp) + sum(channels);
  const one = Math.max(0, ...smpp);
  const most = sum(Object.values(causes)) * windows + unbinds * one;
  const named = Object.entries(causes).map(([name, count]) => `${count} ${name}`);
  const links = `${smpp.length} SMPP links ${sum(smpp)}, ${channels.length} channel links ${sum(channels)}`;
  return { most, why: `(${named.join(' + ')}) × ${windows} (${links}) + ${unbinds} unbinds × ${one}` };
}
