// Numbers of each of the eleven Russian time zones, from the register that the service reads; none of TELE2, so that a
// test may leave TELE2 without a link.
import { readFileSync } from 'node:fs';

const REGISTER = new URL('../../reference-data/numbering/ru-mobile-ranges.csv', import.meta.url);
/** A zone for each hour from Kaliningrad to Kamchatka. */
const ZONES = [
  'Europe/Kaliningrad',
  'Europe/Moscow',
  'Europe/Samara',
  'Asia/Yekaterinburg',
  'Asia/Omsk',
  'Asia/Krasnoyarsk',
  'Asia/Irkutsk',
  'Asia/Yakutsk',
  'Asia/Vladivostok',
  'Asia/Magadan',
  'Asia/Kamchatka',
] as const;
const HOUR_MS = 3_600_000;

export type Zone = {
  readonly name: string;
  /** Hours ahead of UTC. */
  readonly offset: number;
  /** Consecutive numbers from the start of a range of this zone. */
  number(at?: number): string;
};

/** Ordered from west to east. */
export function elevenZones(): Zone[] {
  const lines = readFileSync(REGISTER, 'utf8').split('\n');
  return ZONES.map((name, at) => {
    const range = lines.find(
      (line) => line.includes(`,${name},`) && /,(MTS|BEELINE|MEGAFON),/.test(line) && rangeOf(line).size > 1_000,
    );
    if (range === undefined) throw new Error(`the register has no numbers in ${name}`);
    const { from } = rangeOf(range);
    return { name, offset: at + 2, number: (next = 0) => String(from + next) };
  });
}

function rangeOf(line: string): { from: number; size: number } {
  const [from = '0', to = '0'] = line.split(',');
  return { from: Number(from), size: Number(to) - Number(from) };
}

/** The local time of a zone in the format of the messaging API. */
export const wallTime = (now: Date, offset: number): string =>
  new Date(now.getTime() + offset * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');

export const hourIn = (now: Date, offset: number): number => new Date(now.getTime() + offset * HOUR_MS).getUTCHours();

/** 1 is Monday. */
export const weekdayIn = (now: Date, offset: number): number =>
  new Date(now.getTime() + offset * HOUR_MS).getUTCDay() || 7;
