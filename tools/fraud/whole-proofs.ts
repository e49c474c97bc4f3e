// A sample of proofs with every bit that was asked for, made as browsers and attackers make them, and given to the API
// of the product: they must open sessions, and shorter ones must not.
import { pause } from '@volley/bench/harness/wait.ts';
import { challengeIn, openSite, type Person, type Site } from './browser.ts';
import { CHECKED_BITS, type Challenge, cpuSeconds, type HashRates, solve } from './hashing.ts';
import type { System } from './running-system.ts';

export type WholeProof = {
  readonly by: keyof HashRates;
  readonly bits: number;
  /** CPU of this proof. Luck decides: the mean is that of the bits. */
  readonly seconds: number;
  readonly isAdmitted: boolean;
};

const BROWSERS = 3;
/** Pumped numbers before the attacker's own proof. */
const PUMPED = 16;
const ATTACKS = 1;
const SETTLE_MS = 200;

export async function makeWholeProofs(system: System): Promise<{ proofs: WholeProof[]; isShortRefused: boolean }> {
  const site = openSite(system, await system.openWidget({ captchaType: 'POW' }));
  const proofs: WholeProof[] = [];
  for (let at = 0; at < BROWSERS; at += 1)
    proofs.push(await whole(site, system.url, personOf(9_000 + at * 200), 'browser'));
  for (let at = 0; at < PUMPED; at += 1) {
    const person = personOf(at);
    await site.session(person, solve(challengeIn(await site.challenge(person)), CHECKED_BITS));
  }
  const person = personOf(PUMPED);
  const challenge = challengeIn(await site.challenge(person));
  const isShortRefused = (await site.session(person, short(challenge), system.url)).status !== 201;
  for (let at = 0; at < ATTACKS; at += 1) proofs.push(await whole(site, system.url, personOf(PUMPED + at), 'attacker'));
  return { proofs, isShortRefused };
}

const short = (challenge: Challenge) => solve(challenge, CHECKED_BITS);

const personOf = (at: number): Person => ({
  number: `7985555${String(at).padStart(4, '0')}`,
  address: `203.0.${113 + (at >> 8)}.${at & 255}`,
});

async function whole(site: Site, url: string, person: Person, by: keyof HashRates): Promise<WholeProof> {
  const challenge = challengeIn(await site.challenge(person));
  let token = '';
  const seconds = cpuSeconds(() => {
    token = solve(challenge, challenge.bits, by);
  });
  // The work blocked this process for seconds: connections that the service closed meanwhile must be noticed.
  await pause(SETTLE_MS);
  const { status } = await site.session(person, token, url);
  return { by, bits: challenge.bits, seconds, isAdmitted: status === 201 };
}
