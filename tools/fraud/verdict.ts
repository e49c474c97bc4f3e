// The figures that must hold, and those that are only told.
import type { AttackFigures } from './attacker.ts';
import type { HashRates } from './hashing.ts';
import type { HonestFigures } from './honest.ts';
import type { Scene } from './scenes.ts';

/** An honest visitor is asked for no more, except in place of a captcha that fails. */
export const HONEST_SECONDS_MAX = 1;
/** A pumped message costs at least so much of one core, or a solved captcha. */
export const ATTACK_SECONDS_MIN = 5.5;

export type AttackCost = AttackFigures & {
  /** CPU per message, with the fastest hash of this machine. */
  readonly secondsPerSms: number;
  readonly captchasPerSms: number;
};

export type HonestCost = Omit<HonestFigures, 'bits' | 'refusals'> & {
  /** CPU that one code was asked for at most, in the script of the widget. */
  readonly secondsMax: number;
  readonly bits: Readonly<Record<string, number>>;
  readonly refusals: readonly string[];
};

export type SceneResult = {
  readonly widget: string;
  readonly honest: HonestCost;
  readonly attack: AttackCost;
  /** Told, not judged. */
  readonly pumpedVisitors?: HonestCost;
  readonly scatteredAttack?: AttackCost;
  readonly violations: readonly string[];
};

export function resultOf(scene: Scene, rates: HashRates): SceneResult {
  const honest = honestCost(scene.honest, rates);
  const attack = attackCost(scene.attack, rates);
  return {
    widget: scene.name,
    honest,
    attack,
    ...(scene.pumped && { pumpedVisitors: honestCost(scene.pumped, rates) }),
    ...(scene.scattered && { scatteredAttack: attackCost(scene.scattered, rates) }),
    violations: violationsOf(scene, honest, attack),
  };
}

function violationsOf({ isCaptchaFailing }: Scene, honest: HonestCost, attack: AttackCost): string[] {
  const { secondsMax, refused, refusals, visitors } = honest;
  const paid = attack.secondsPerSms / ATTACK_SECONDS_MIN + attack.captchasPerSms;
  return [
    ...(visitors === 0 || attack.attempts === 0 ? ['no visitor or no attacker came'] : []),
    ...(refused > 0 ? [`${refused} honest visitors were refused: ${refusals.join('; ')}`] : []),
    ...(secondsMax > HONEST_SECONDS_MAX && !isCaptchaFailing
      ? [`an honest visitor was asked for ${secondsMax.toFixed(2)} s, more than ${HONEST_SECONDS_MAX} s`]
      : []),
    ...(attack.sms > 0 && paid < 1
      ? [
          `a pumped message cost ${attack.secondsPerSms.toFixed(2)} s and ${attack.captchasPerSms.toFixed(3)} captchas, less than ${ATTACK_SECONDS_MIN} s or a captcha`,
        ]
      : []),
  ];
}

function honestCost({ bits, refusals, ...figures }: HonestFigures, { browser }: HashRates): HonestCost {
  const known = [...bits].toSorted(([one], [other]) => one - other);
  return {
    ...figures,
    secondsMax: figures.hashesMax / browser,
    bits: Object.fromEntries(known.map(([wanted, codes]) => [String(wanted), codes])),
    refusals: [...refusals].slice(0, 5),
  };
}

function attackCost(figures: AttackFigures, { attacker }: HashRates): AttackCost {
  const perSms = (total: number) => (figures.sms === 0 ? 0 : total / figures.sms);
  return {
    ...figures,
    secondsPerSms: perSms(figures.hashes / attacker),
    captchasPerSms: perSms(figures.solvedCaptchas),
  };
}
