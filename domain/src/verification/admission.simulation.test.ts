// An attacker and honest visitors in one prefix of a widget with proofs of work, decided by the rule that production
// calls. `npm run fraud` measures the same with a running system.
import { expect, test } from 'vitest';
import { admission } from './admission.ts';
import { CODES_COUNTED_MAX, CODES_PER_CONFIRMATION, numberBlock } from './unconfirmed-codes.ts';

type Person = { readonly number: string; readonly address: string };

function openSite() {
  const codes = new Map<string, number>();
  const countOf = (subject: string) => codes.get(subject) ?? 0;
  const subjectsOf = ({ number, address }: Person) => [number, numberBlock(number), address] as const;
  return {
    /** The work of a code, in hashes; the code is sent. */
    ask(person: Person, isSuspect: boolean): number {
      const [number, block, address] = subjectsOf(person);
      const demand = admission({
        captcha: 'POW',
        testMode: false,
        hasFallback: false,
        isProviderFailing: false,
        isSuspect,
        isSeldomEntered: false,
        isKnown: false,
        unconfirmed: { number: countOf(number), block: countOf(block), address: countOf(address) },
        hasCode: false,
        dayLeft: 1,
      });
      if (demand.ask !== 'proof') throw new Error(`asked for ${demand.ask}`);
      for (const subject of countOf(number) < 0.5 ? [number, block, address] : [number, address])
        codes.set(subject, Math.min(CODES_COUNTED_MAX, countOf(subject) + 1));
      return 2 ** demand.bits;
    },
    confirm(person: Person): void {
      for (const subject of subjectsOf(person))
        codes.set(subject, Math.max(0, countOf(subject) - CODES_PER_CONFIRMATION));
    },
  };
}

/** A generator of its own, so that every run is the same: the domain imports nothing. */
function openRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** 110 ms of one core at 15 bits. */
const SECONDS_PER_HASH = 0.11 / 2 ** 15;
const PREFIX = '7916777';

test('honest visitors pay at most a second beside a pumped range, and each pumped code costs more than 5.5 s', () => {
  const random = openRandom(7);
  const site = openSite();
  let pumped = 0;
  const honest: number[] = [];
  for (let at = 0; at < 2_000; at += 1) {
    if (at % 2 === 0) {
      const sent = at / 2;
      const number = `${PREFIX}${String(sent).padStart(4, '0')}`;
      pumped += site.ask({ number, address: `attacker ${sent}` }, sent > 30);
    }
    const number = `${PREFIX}${String(1_000 + Math.floor(random() * 9_000))}`;
    const person = { number, address: `home ${at}` };
    const resends = random() < 0.1 ? 1 : 0;
    for (let request = 0; request <= resends; request += 1) honest.push(site.ask(person, true));
    if (random() < 0.85) site.confirm(person);
  }
  expect(Math.max(...honest) * SECONDS_PER_HASH).toBeLessThan(1);
  expect((pumped / 1_000) * SECONDS_PER_HASH).toBeGreaterThan(5.5);
});

test('an attacker who returns from a few addresses pays for them too, with any numbers', () => {
  const random = openRandom(11);
  const site = openSite();
  let work = 0;
  for (let at = 0; at < 1_000; at += 1) {
    const number = `${PREFIX}${String(Math.floor(random() * 10_000)).padStart(4, '0')}`;
    work += site.ask({ number, address: `attacker ${at % 50}` }, true);
  }
  expect((work / 1_000) * SECONDS_PER_HASH).toBeGreaterThan(5.5);
});
