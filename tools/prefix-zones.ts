// `npm run prefix-zones`: writes the time zones of phone numbers by prefix from the tables of libphonenumber, as
// Debian's package python3-phonenumbers carries them, and prints the version. Then run `npm run third-party`.
//
// A prefix with the zones of the prefix around it is left out, and so is a zone whose clock agrees with another of the
// same prefix. The main zone of a prefix comes first.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { zoneOffsetAt } from '@volley/domain/dispatches/timezone.ts';

const FILE = 'server/reference-data/numbering/zones-by-prefix.csv';
const READ = `import json, phonenumbers, phonenumbers.tzdata as t
print(json.dumps([phonenumbers.__version__, t.TIMEZONE_DATA]))`;

/** Present names of zones that libphonenumber calls otherwise. It has no zone for Kaliningrad. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Zones in which most people of a plan or an area live. */
const MAIN = [
  'Europe/Moscow',
  'Europe/London',
  'Europe/Madrid',
  'Europe/Lisbon',
  'Europe/Rome',
  'Europe/Oslo',
  'Europe/Helsinki',
  'Asia/Almaty',
  'Asia/Jakarta',
  'Asia/Ulaanbaatar',
  'Australia/Sydney',
  'Australia/Perth',
  'America/Mexico_City',
  'America/Tijuana',
  'America/New_York',
  'America/Phoenix',
  'America/North_Dakota/Center',
  'America/St_Johns',
  'America/Anchorage',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Guayaquil',
  'America/Nuuk',
  'Africa/Kinshasa',
  'Indian/Reunion',
  'Pacific/Auckland',
  'Pacific/Tarawa',
  'Pacific/Tahiti',
  'Pacific/Pohnpei',
  'Asia/Makassar',
];

/** The whole plan of Russia and Kazakhstan, and its service numbers: they have no zone. */
const WITHOUT_ZONE = /^7(8(0\d|10))?$/;

const HOUR_MS = 3_600_000;
const [FROM_MS, TO_MS] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)];

const clocks = new Map<string, string>();

/** All offsets of two years. */
function clockOf(zone: string): string {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    const changes: string[] = [];
    let last: number | undefined;
    for (let atMs = FROM_MS; atMs < TO_MS; atMs += HOUR_MS) {
      const offset = zoneOffsetAt(zone, atMs);
      if (offset !== last) changes.push(`${atMs}:${offset}`);
      last = offset;
    }
    clock = changes.join(' ');
    clocks.set(zone, clock);
  }
  return clock;
}

function zonesOf(prefix: string, names: readonly string[]): string {
  const kaliningrad = prefix.startsWith('7') ? 'Europe/Kaliningrad' : 'Europe/Bucharest';
  const present = names.map((name) => (name === 'Europe/Bucharest' ? kaliningrad : (RENAMED[name] ?? name)));
  const rank = (zone: string) => (MAIN.includes(zone) ? MAIN.indexOf(zone) : MAIN.length);
  const ordered = present.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return ordered.filter((zone, at) => ordered.findIndex((first) => clockOf(first) === clockOf(zone)) === at).join(' ');
}

// The form that READ prints.
const [version, table] = JSON.parse(execFileSync('/usr/bin/python3', ['-c', READ], { encoding: 'utf8' })) as [
  string,
  Record<string, string[]>,
];
const known = new Map<string, string>();
for (const [prefix, names] of Object.entries(table).toSorted(([one], [other]) => one.length - other.length)) {
  if (WITHOUT_ZONE.test(prefix)) continue;
  const zones = zonesOf(prefix, names);
  let around = prefix.slice(0, -1);
  while (around !== '' && !known.has(around)) around = around.slice(0, -1);
  if (known.get(around) !== zones) known.set(prefix, zones);
}

const byText = (one: string, other: string) => (one < other ? -1 : 1);
const sets = Map.groupBy([...known.keys()].toSorted(byText), (prefix) => known.get(prefix) ?? '');
const rows = [...sets].toSorted(([one], [other]) => byText(one, other));
writeFileSync(FILE, ['zones,prefixes', ...rows.map(([zones, list]) => `${zones},${list.join(' ')}`), ''].join('\n'));
console.log(`${FILE}: ${known.size} prefixes, ${rows.length} sets of zones, libphonenumber ${version}`);
