// The time zone of a number by its prefix, from the reference file. Used for numbers without a range: those of other
// countries, and landlines.
import { readFileSync } from 'node:fs';
import { must } from '@volley/domain/must.ts';
import { buildPrefixZones, type PrefixZones } from '@volley/domain/numbers/prefix-zones.ts';
import { parseCsv } from '../../platform/files/csv.ts';

const FILE = new URL('../../../reference-data/numbering/zones-by-prefix.csv', import.meta.url);

type Zones = { readonly byPrefix: PrefixZones; readonly names: ReadonlySet<string> };

let zones: Zones | undefined;

export const zoneOfPrefix = (digits: string): string | undefined => openZones().byPrefix.find(digits);

/** Whether this is a zone or a set of zones of some prefix. */
export const isZoneOfPrefix = (timezone: string): boolean => openZones().names.has(timezone);

function openZones(): Zones {
  zones ??= readZones();
  return zones;
}

function readZones(): Zones {
  const rows = parseCsv(readFileSync(FILE, 'utf8')).map((row) => ({
    timezone: must(row['zones'], 'column zones of a row of prefixes'),
    prefixes: must(row['prefixes'], `prefixes of ${row['zones']}`).split(' '),
  }));
  return { byPrefix: buildPrefixZones(rows), names: new Set(rows.map(({ timezone }) => timezone)) };
}
