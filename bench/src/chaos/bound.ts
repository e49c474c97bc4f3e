// How many extra submits a run may have. What is on the wire without an answer when something fails is at most one
// window per link; that much may be sent once more, and nothing else.
import { withDatabase } from '../stand/with-database.ts';
import type { Faults } from './nemesis.ts';

export type Windows = { readonly smpp: readonly number[]; readonly channels: readonly number[] };

/** Of every link that there is, as it was set up. */
export const readWindows = (databaseUrl: string): Promise<Windows> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ protocol: string; size: number }>(
      'select protocol, window_size as size from operator_links order by id',
    );
    const of = (protocol: string) => rows.filter((row) => row.protocol === protocol).map(({ size }) => size);
    return { smpp: of('SMPP'), channels: of('HTTP') };
  });

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** An unbind is the end of one session, so it costs the window of one SMPP link and not of all. */
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
