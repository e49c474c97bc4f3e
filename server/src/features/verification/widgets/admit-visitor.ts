// Admits a visitor to a session. One rule decides, whatever the captcha (domain/verification/admission.ts): before a
// provider is asked, and again in the transaction of the session, where concurrent visits count each other.
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { admission, type Demand, type Evidence, isMet } from '@volley/domain/verification/admission.ts';
import type { TokenHolder } from '@volley/domain/verification/captcha-pass.ts';
import { countingDay } from '@volley/domain/verification/verification-limit.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { PumpingStop } from '../limits/limits.ts';
import { verifyCaptcha } from './captcha.ts';
import { issuePass, readPass } from './captcha-pass.ts';
import { type IssuedChallenge, readProof, signChallenge } from './proof-of-work.ts';
import { claimToken, type TokenUse } from './tokens.sql.ts';
import { countVisit, type Visit, type WeighedVisit, weighVisit } from './visit-facts.ts';
import { hasProvider } from './widget.ts';

export type Admitted = {
  /** Stored with the session: its confirmation relieves them. */
  readonly counted: readonly string[];
  /** For the next session, after a captcha. */
  readonly pass: string | undefined;
};

/** Counts the visit and claims the use of its token. Call in the transaction of the session. */
export type Admission = (tx: Tx) => Promise<Admitted>;

type Brought = { readonly evidence: Evidence; readonly use?: TokenUse };

export async function admitVisitor(platform: Platform, visit: Visit, token: string | undefined): Promise<Admission> {
  const { evidence, use } = await verifyToken(platform, visit, token ?? '');
  // Refused before the limits of the number are read: their answer would tell strangers who has just asked for a code.
  if (evidence.kind === 'nothing' && visit.widget.captchaType !== 'NONE') throw new Refusal('captcha-not-passed');
  return async (tx) => {
    const weighed = await countVisit(tx, platform, visit, evidence.kind === 'pass');
    const demand = decide(weighed, visit, tx.now);
    const isAdmitted =
      isMet(demand, evidence) && (use === undefined || (await claimToken(tx, visit.widget.companyId, use)));
    if (!isAdmitted) throw new Refusal('captcha-not-passed');
    const pass = evidence.kind === 'captcha' ? issuePass(platform, holderOf(visit), tx.now) : undefined;
    return { counted: Object.values(weighed.subjects), pass };
  };
}

/** The proof of work that the visitor owes. Refused: the visitor owes no proof, but perhaps a captcha. */
export async function challengeVisitor(platform: Platform, visit: Visit): Promise<IssuedChallenge> {
  const { demand, now } = await askedDemand(platform, visit);
  if (demand.ask !== 'proof') throw new Refusal('not-found', { kind: 'Challenge' });
  return signChallenge(platform, holderOf(visit), demand.bits, now);
}

async function verifyToken(platform: Platform, visit: Visit, token: string): Promise<Brought> {
  const now = platform.clock.now();
  if (token.startsWith('pass.')) {
    const use = readPass(platform, token, holderOf(visit), now);
    return use === undefined ? NOTHING : { evidence: { kind: 'pass' }, use };
  }
  if (token.startsWith('pow.')) {
    const proof = readProof(platform, token, holderOf(visit), now);
    return proof === undefined ? NOTHING : { evidence: { kind: 'proof', bits: proof.bits }, use: proof.use };
  }
  return askProvider(platform, visit, token);
}

const NOTHING: Brought = { evidence: { kind: 'nothing' } };

async function askProvider(platform: Platform, visit: Visit, token: string): Promise<Brought> {
  const { widget, address } = visit;
  const { secretSealed, captchaType, ...settings } = widget;
  if (!hasProvider(captchaType)) return NOTHING;
  const { demand } = await askedDemand(platform, visit);
  const verdict = await verifyCaptcha(platform, {
    ...settings,
    captchaType,
    strict: demand.ask !== 'captcha' || demand.isStrict,
    secret: platform.secrets.open(secretSealed),
    token,
    address,
  });
  if (verdict === 'trouble') throw new Refusal('captcha-trouble');
  return verdict === 'passed' ? { evidence: { kind: 'captcha' } } : NOTHING;
}

async function askedDemand(platform: Platform, visit: Visit): Promise<{ demand: Demand; now: Date }> {
  return read(platform.db, async (tx) => ({
    demand: decide(await weighVisit(tx, platform, visit), visit, tx.now),
    now: tx.now,
  }));
}

function decide({ facts, scarcest }: WeighedVisit, { profile }: Visit, now: Date): Demand {
  const demand = admission(facts);
  if (demand.ask !== 'refusal') return demand;
  if (demand.reason === 'captcha-trouble') throw new Refusal('captcha-trouble');
  const { day, secondsLeft } = countingDay(now);
  throw new PumpingStop(
    { cause: 'reserve', gatewayId: profile.gatewayId, subject: scarcest.subject, day },
    secondsLeft,
  );
}

const holderOf = ({ widget: { widgetId }, destination, address }: Visit): TokenHolder => ({
  widgetId,
  destination,
  block: addressBlock(address),
});
