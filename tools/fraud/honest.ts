// Honest visitors: a home address for one or two of them, some who ask again, some who pass the captcha at the second
// try, and some who never enter the code.
import type { Random } from '@volley/simulator/random.ts';
import { type Code, codeByProof, codeByToken, type Person, type Site } from './browser.ts';
import type { Phones } from './phones.ts';

export type HonestFigures = {
  visitors: number;
  /** Visitors who asked for a code to be sent, and got it. */
  served: number;
  refused: number;
  confirmed: number;
  captchas: number;
  /** The most hashes that one code was asked for. */
  hashesMax: number;
  /** Codes by the bits of their proof. */
  readonly bits: Map<number, number>;
  readonly refusals: Set<string>;
};

export const noHonest = (): HonestFigures => ({
  visitors: 0,
  served: 0,
  refused: 0,
  confirmed: 0,
  captchas: 0,
  hashesMax: 0,
  bits: new Map(),
  refusals: new Set(),
});

/** `sends`: false for a visitor who is admitted and goes no further. */
export type Guest = Person & { readonly sends: boolean };

const ASKS_AGAIN = 0.05;
const FAILS_CAPTCHA = 0.1;
const NEVER_ENTERS = 0.15;

type Visit = { readonly site: Site; readonly phones: Phones; readonly random: Random; readonly figures: HonestFigures };

export async function visit({ site, phones, random, figures }: Visit, person: Guest, hasCaptcha: boolean) {
  const { sends } = person;
  figures.visitors += 1;
  const requests = sends && random() < ASKS_AGAIN ? 2 : 1;
  let code: Code | undefined;
  for (let request = 0; request < requests; request += 1) {
    code = hasCaptcha ? await byCaptcha(site, person, random, figures) : await codeByProof(site, person, sends);
    figures.hashesMax = Math.max(figures.hashesMax, code.hashes);
    figures.bits.set(code.bitsMax, (figures.bits.get(code.bitsMax) ?? 0) + 1);
    if (!sends && code.key !== undefined) return;
    if (!code.isSent) {
      figures.refused += 1;
      figures.refusals.add(code.refusal);
      return;
    }
  }
  figures.served += 1;
  if (code?.key === undefined || random() < NEVER_ENTERS) return;
  const isConfirmed = await site.check(code.key, await phones.codeOf(person.number, requests - 1));
  figures.confirmed += isConfirmed ? 1 : 0;
}

async function byCaptcha(site: Site, person: Person, random: Random, figures: HonestFigures): Promise<Code> {
  figures.captchas += 1;
  if (random() < FAILS_CAPTCHA) await codeByToken(site, person, 'fail');
  return codeByToken(site, person, 'pass');
}
