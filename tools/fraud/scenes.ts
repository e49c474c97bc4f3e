// The widgets under attack. Each has an attacker who pumps consecutive numbers of one prefix, with a new address for
// every message, and honest visitors, a fifth of them with numbers of the same prefix.
import { pause, waitFor } from '@volley/bench/harness/wait.ts';
import { type Random, seededRandom } from '@volley/simulator/random.ts';
import { type AttackFigures, noAttack, openCaptchaPump, pumpByProof } from './attacker.ts';
import { challengeIn, openSite, type Person, type Site } from './browser.ts';
import { CHECKED_BITS, solve } from './hashing.ts';
import { type Guest, type HonestFigures, noHonest, visit } from './honest.ts';
import { inLanes } from './lanes.ts';
import type { Phones } from './phones.ts';
import type { System } from './running-system.ts';
import { shuffled } from './shuffled.ts';

export type Scene = {
  readonly name: string;
  readonly honest: HonestFigures;
  /** Visitors whose hundred of numbers is being pumped, after the attack. */
  readonly pumped?: HonestFigures;
  readonly attack: AttackFigures;
  /** An attacker whose numbers are far from each other. */
  readonly scattered?: AttackFigures;
  /** The honest visitors have been asked for a proof because the provider of the captcha fails. */
  readonly isCaptchaFailing: boolean;
};

export type Sizes = {
  readonly visitors: number;
  readonly captchaVisitors: number;
  readonly pumped: number;
  readonly captchaPumped: number;
};

export type Ground = { readonly system: System; readonly phones: Phones; readonly sizes: Sizes };

const LANES = 16;
/** Makes the prefix suspect before the first honest visitor comes. */
const VANGUARD = 40;
/** Of the numbers of a scene, so that no phone has codes of two scenes. MTS has all of them. */
type Operator = '7915' | '7916' | '7919';
const SUSPECT = '777';
/** The attacker has the numbers below, honest visitors of the prefix those from here on. */
const HONEST_FROM = 2_000;
/** The rest of the last pumped hundred. */
const PUMPED_VISITORS = 20;
const TURNSTILE_PATH = '/turnstile/v0/siteverify';
const PROBES_MS = 60_000;
/** After it, a pass counts for a code that has not arrived. */
const PASS_WAIT_MS = 21_000;

/** No two calls give the same. */
function openAddresses(network: number): () => string {
  let given = 0;
  return () => {
    given += 1;
    return `${network}.${(given >> 16) & 255}.${(given >> 8) & 255}.${given & 255}`;
  };
}

const numberOf = (operator: Operator, prefix: string, at: number) =>
  `${operator}${prefix}${String(at).padStart(4, '0')}`;

/**
 * A fifth has numbers of the suspect prefix. Of the others every fourth gets a code: a code costs more than all else.
 */
function honestPeople(operator: Operator, count: number, random: Random): Guest[] {
  const addresses = openAddresses(100);
  const own = shuffled(
    Array.from({ length: 10_000 - HONEST_FROM }, (_, at) => numberOf(operator, SUSPECT, HONEST_FROM + at)),
    random,
  ).slice(0, count / 5);
  // Ten visitors for each of the other prefixes.
  const others = Array.from({ length: count - own.length }, (_, at) =>
    numberOf(operator, otherPrefix(Math.floor(at / 10)), (at % 10) * 977),
  );
  let address = addresses();
  const guests = [
    ...own.map((number) => ({ number, sends: true })),
    ...others.map((number, at) => ({ number, sends: at % 4 === 0 })),
  ];
  return shuffled(guests, random).map((guest, at) => {
    if (at % 3 !== 1) address = addresses();
    return { ...guest, address };
  });
}

const otherPrefix = (at: number) => String(at + (at < Number(SUSPECT) ? 0 : 1)).padStart(3, '0');

type Range = { readonly operator: Operator; readonly count: number; readonly at: (sent: number) => number };

function attackers({ operator, count, at }: Range, network: number): Person[] {
  const addresses = openAddresses(network);
  return Array.from({ length: count }, (_, sent) => ({
    number: numberOf(operator, SUSPECT, at(sent)),
    address: addresses(),
  }));
}

const consecutive = (operator: Operator, count: number): Range => ({ operator, count, at: (sent) => sent });

/** Spreads the attack evenly over the visits. */
function mixed(visits: (() => Promise<void>)[], attacks: (() => Promise<void>)[]): (() => Promise<void>)[] {
  const every = Math.max(1, Math.floor(visits.length / attacks.length));
  return visits.flatMap((task, at) => {
    const attack = at % every === 0 ? attacks[at / every] : undefined;
    return attack === undefined ? [task] : [attack, task];
  });
}

/** Far from each other, and never the number of an honest visitor. */
function farApart({ operator, count }: Omit<Range, 'at'>, taken: readonly Person[]): Range {
  const numbers = new Set(taken.map(({ number }) => number));
  const free = Array.from(
    { length: 10_000 - HONEST_FROM },
    (_, at) => HONEST_FROM + ((at * 617) % (10_000 - HONEST_FROM)),
  )
    .filter((at) => !numbers.has(numberOf(operator, SUSPECT, at)))
    .slice(0, count);
  return { operator, count: free.length, at: (sent) => free[sent] ?? 0 };
}

export async function proofScene({ system, phones, sizes }: Ground): Promise<Scene> {
  const site = openSite(system, await system.openWidget({ captchaType: 'POW' }));
  const random = seededRandom(7);
  const [honest, pumped, attack, scattered] = [noHonest(), noHonest(), noAttack(), noAttack()];
  const range = consecutive('7916', sizes.pumped);
  const pumps = attackers(range, 198).map((person) => () => pumpByProof(site, attack, person));
  await inLanes(pumps.slice(0, VANGUARD), LANES);
  const people = honestPeople('7916', sizes.visitors, random);
  const guests = people.map((person) => () => visit({ site, phones, random, figures: honest }, person, false));
  await inLanes(mixed(guests, pumps.slice(VANGUARD)), LANES);
  const inside = attackers({ ...range, count: PUMPED_VISITORS, at: (sent) => sizes.pumped + sent }, 101);
  for (const person of inside)
    await visit({ site, phones, random, figures: pumped }, { ...person, sends: true }, false);
  const far = attackers(farApart({ operator: '7916', count: sizes.captchaPumped }, people), 199);
  await inLanes(
    far.map((person) => () => pumpByProof(site, scattered, person)),
    LANES,
  );
  return { name: 'proof of work', honest, pumped, attack, scattered, isCaptchaFailing: false };
}

/** `proofSite`: gives challenges, whose proofs an attacker may try here. */
export async function captchaScene(ground: Ground): Promise<Scene> {
  const { system } = ground;
  const site = openSite(system, await system.openWidget({ captchaType: 'TURNSTILE', powFallback: true }));
  const other = openSite(system, await system.openWidget({ captchaType: 'POW' }));
  const [thief] = attackers(consecutive('7915', 1), 197);
  if (thief === undefined) throw new Error('no attacker');
  const stolen = solve(challengeIn(await other.challenge(thief)), CHECKED_BITS);
  const attack = noAttack();
  const { pump, usePasses } = openCaptchaPump(site, attack, stolen);
  const honest = await besideHonest(ground, '7915', { site, pump, hasCaptcha: true });
  await pause(PASS_WAIT_MS);
  await usePasses();
  return { name: 'captcha', honest, attack, isCaptchaFailing: false };
}

export async function failingScene(ground: Ground): Promise<Scene> {
  const { system } = ground;
  const site = openSite(system, await system.openWidget({ captchaType: 'TURNSTILE', powFallback: true }));
  system.captcha.fail(TURNSTILE_PATH);
  await waitFor('the service observes the failure', async () => (await site.captchaNow()) === 'POW', {
    timeoutMs: PROBES_MS,
  });
  const attack = noAttack();
  const pump = (person: Person) => pumpByProof(site, attack, person);
  const honest = await besideHonest(ground, '7919', { site, pump, hasCaptcha: false });
  return { name: 'captcha, provider failing', honest, attack, isCaptchaFailing: true };
}

type Attacked = {
  readonly site: Site;
  readonly pump: (person: Person) => Promise<void>;
  readonly hasCaptcha: boolean;
};

async function besideHonest(
  { phones, sizes }: Ground,
  operator: Operator,
  { site, pump, hasCaptcha }: Attacked,
): Promise<HonestFigures> {
  const random = seededRandom(11);
  const honest = noHonest();
  const pumps = attackers(consecutive(operator, sizes.captchaPumped), 198).map((person) => () => pump(person));
  await inLanes(pumps.slice(0, VANGUARD), LANES);
  const guests = honestPeople(operator, sizes.captchaVisitors, random).map(
    (person) => () => visit({ site, phones, random, figures: honest }, { ...person, sends: true }, hasCaptcha),
  );
  await inLanes(mixed(guests, pumps.slice(VANGUARD)), LANES);
  return honest;
}
