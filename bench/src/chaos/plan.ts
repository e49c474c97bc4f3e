// The faults of a run in order, drawn from the seed in advance, so that the same seed gives the same order on every
// machine.
import { SPELL_NAMES, type Spell } from './hostile.ts';
import type { Chance } from './random.ts';

export type Fault =
  | { readonly kind: 'kill' | 'freeze'; readonly seat: number }
  /**
   * `all`: every role and the broker at once. `cut`: every connection to an SMPP operator. `promote`: the standby of
   * the database takes over. `turn`: business time passes the end of the month. `raise`: the company with a too small
   * budget for the new month gets a larger one.
   */
  | { readonly kind: 'all' | 'postgres' | 'promote' | 'nats' | 'wipe' | 'cut' | 'turn' | 'raise' }
  | { readonly kind: 'spell' | 'heal'; readonly spell: Spell };

export type Step = { readonly fault: Fault; readonly afterMs: number };

const PAUSE_MS = { low: 300, high: 1_100 };
/** Ratio of further faults to kills: with 8 kills all kinds but most freezes, with 24 kills all of them. */
const OTHERS_OVER_KILLS = 4;

/** `seats`: role names of the processes; two processes may have the same. */
export function planFaults(seats: readonly string[], kills: number, chance: Chance): Step[] {
  const slots: Fault[][] = Array.from({ length: Math.max(1, kills) }, () => []);
  drawKills(seats, kills, chance).forEach((seat, at) => slots[at]?.push({ kind: 'kill', seat }));
  for (const fault of drawOthers(seats, chance).slice(0, kills + OTHERS_OVER_KILLS)) {
    // A spell is healed at least two slots later, and before the last kill.
    const last = fault.kind === 'spell' ? kills - Math.max(2, Math.floor(kills / 6)) - 1 : kills - 1;
    const at = Math.floor(chance.between(0, Math.max(1, last)));
    slots[at]?.push(fault);
    if (fault.kind !== 'spell') continue;
    slots[Math.min(kills - 1, at + Math.max(2, Math.floor(kills / 6)))]?.unshift({ kind: 'heal', spell: fault.spell });
  }
  addTurn(slots, chance);
  return slots.flat().map((fault) => ({ fault, afterMs: chance.between(PAUSE_MS.low, PAUSE_MS.high) }));
}

/** In the middle third, so that both months have many sends; the budget is raised well before the last kill. */
function addTurn(slots: readonly Fault[][], chance: Chance): void {
  const at = Math.floor(chance.between(slots.length / 3, (2 * slots.length) / 3));
  const raiseAt = Math.min(slots.length - 1, at + Math.max(2, Math.floor(slots.length / 6)));
  slots[at]?.push({ kind: 'turn' });
  slots[raiseAt]?.push({ kind: 'raise' });
}

/** Every seat is killed once per round. */
function drawKills(seats: readonly string[], kills: number, chance: Chance): number[] {
  const drawn: number[] = [];
  while (drawn.length < kills) drawn.push(...shuffled([...seats.keys()], chance));
  return drawn.slice(0, kills);
}

/** Most revealing faults first: a small run uses the beginning of this list. */
function drawOthers(seats: readonly string[], chance: Chance): Fault[] {
  const roles = shuffled([...new Set(seats)], chance).toSorted(connectorFirst);
  const freezes = roles.map((role): Fault => {
    const sharing = [...seats.keys()].filter((seat) => seats[seat] === role);
    return { kind: 'freeze', seat: chance.pick(sharing) };
  });
  const outages = (['postgres', 'nats', 'wipe', 'all', 'cut', 'promote'] as const).map((kind): Fault => ({ kind }));
  const spells = SPELL_NAMES.map((spell): Fault => ({ kind: 'spell', spell }));
  return [...freezes.slice(0, 1), ...outages, ...spells, ...freezes.slice(1)];
}

const connectorFirst = (a: string, b: string): number => Number(b === 'connector') - Number(a === 'connector');

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((item) => ({ item, by: chance.number() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ item }) => item);
}
