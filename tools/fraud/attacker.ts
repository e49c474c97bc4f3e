// An attacker who earns by every message to his numbers. He takes the cheapest way that the service leaves him: a proof
// of work where a challenge is given, the pass of an earlier captcha, a challenge in place of the captcha, and only
// then a captcha, of which his solvers get every second one right.
import { seededRandom } from '@volley/simulator/random.ts';
import { codeByProof, codeByToken, type Person, type Site } from './browser.ts';

export type AttackFigures = {
  attempts: number;
  sms: number;
  hashes: number;
  solvedCaptchas: number;
  /** Messages for which no captcha was solved and no proof was made. */
  free: number;
};

export const noAttack = (): AttackFigures => ({ attempts: 0, sms: 0, hashes: 0, solvedCaptchas: 0, free: 0 });

const SOLVED = 0.5;
const TRIES_MAX = 10;

export async function pumpByProof(site: Site, figures: AttackFigures, person: Person): Promise<void> {
  const { hashes, isSent } = await codeByProof(site, person);
  figures.attempts += 1;
  figures.hashes += hashes;
  figures.sms += isSent ? 1 : 0;
}

export type CaptchaPump = {
  readonly pump: (person: Person) => Promise<void>;
  /** The passes of all captchas again, when the codes have arrived or should have. */
  readonly usePasses: () => Promise<void>;
};

/** `stolenProof`: a proof of another widget. Two messages per number are wanted. */
export function openCaptchaPump(site: Site, figures: AttackFigures, stolenProof: string): CaptchaPump {
  const random = seededRandom(5);
  const passes: { readonly person: Person; readonly pass: string }[] = [];
  const free = async (person: Person, token: string): Promise<void> => {
    const { isSent } = await codeByToken(site, person, token);
    figures.sms += isSent ? 1 : 0;
    figures.free += isSent ? 1 : 0;
  };
  return {
    pump: async (person) => {
      figures.attempts += 1;
      if ((await site.challenge(person)).status === 200) await pumpByProof(site, figures, person);
      await free(person, stolenProof);
      for (let tried = 0; tried < TRIES_MAX; tried += 1) {
        const isRight = random() < SOLVED;
        figures.solvedCaptchas += isRight ? 1 : 0;
        const { isSent, pass } = await codeByToken(site, person, isRight ? 'pass' : 'fail');
        if (!isSent) continue;
        figures.sms += 1;
        if (pass === undefined) return;
        passes.push({ person, pass });
        return free(person, pass);
      }
    },
    usePasses: async () => {
      for (const { person, pass } of passes) await free(person, pass);
    },
  };
}
