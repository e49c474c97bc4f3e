import type { HashRates } from './hashing.ts';
import {
  ATTACK_SECONDS_MIN,
  type AttackCost,
  HONEST_SECONDS_MAX,
  type HonestCost,
  type SceneResult,
} from './verdict.ts';
import type { WholeProof } from './whole-proofs.ts';

export type Report = {
  /** Hashes per second of one core. */
  readonly rates: HashRates;
  readonly seconds: number;
  readonly widgets: readonly SceneResult[];
  readonly wholeProofs: readonly WholeProof[];
  readonly violations: readonly string[];
};

export function printReport({ rates, seconds, widgets, wholeProofs, violations }: Report): void {
  const perSecond = (rate: number) => `${Math.round(rate / 1_000)},000 hashes per second`;
  console.log(`This machine: script of the widget ${perSecond(rates.browser)}, attacker ${perSecond(rates.attacker)}`);
  for (const { widget, honest, attack, pumpedVisitors, scatteredAttack } of widgets) {
    console.log(`\nWidget with ${widget}`);
    console.log(`  honest visitors           ${honestLine(honest)}`);
    if (pumpedVisitors) console.log(`  in a pumped hundred *     ${honestLine(pumpedVisitors)}`);
    console.log(`  consecutive numbers       ${attackLine(attack)}`);
    if (scatteredAttack) console.log(`  numbers far apart *       ${attackLine(scatteredAttack)}`);
  }
  console.log('\nProofs made in full, for the unchanged API');
  for (const { by, bits, seconds: cpu, isAdmitted } of wholeProofs)
    console.log(`  ${by.padEnd(8)} ${bits} bits  ${cpu.toFixed(2)} s  ${isAdmitted ? 'admitted' : 'REFUSED'}`);
  console.log(
    `\nMust hold: honest visitors are never refused and asked for at most ${HONEST_SECONDS_MAX} s, except in place of a failing captcha; a pumped message costs ${ATTACK_SECONDS_MIN} s or a solved captcha. * is told, not judged.`,
  );
  console.log(violations.length === 0 ? `All figures hold (${seconds} s).` : '');
  for (const violation of violations) console.log(`VIOLATED: ${violation}`);
}

function honestLine({ visitors, served, refused, confirmed, captchas, secondsMax, bits }: HonestCost): string {
  const work = Object.entries(bits)
    .filter(([wanted]) => wanted !== '0')
    .map(([wanted, codes]) => `${wanted} bits × ${codes}`);
  const asked =
    work.length === 0 ? `${captchas} captchas, no work` : `at most ${secondsMax.toFixed(2)} s (${work.join(', ')})`;
  return `${visitors - refused} admitted, ${refused} refused, ${served} with a code, ${confirmed} confirmed; ${asked}`;
}

function attackLine({ attempts, sms, secondsPerSms, solvedCaptchas, captchasPerSms, free }: AttackCost): string {
  const work = `${secondsPerSms.toFixed(2)} s per message`;
  const captchas = `${solvedCaptchas} solved captchas, ${captchasPerSms.toFixed(2)} per message, ${free} messages without one`;
  return `${sms} messages for ${attempts} numbers; ${solvedCaptchas > 0 ? captchas : work}`;
}
