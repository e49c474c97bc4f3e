// Challenges of the proof of work. A challenge is signed and not stored; its salt is stored when it is used, so that it
// counts once.
import { createHash, randomBytes } from 'node:crypto';
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import {
  CHALLENGE_SECONDS,
  challengeText,
  difficulty,
  hasZeroBits,
  parseProof,
  saltOf,
  workText,
} from '@volley/domain/verification/proof-of-work.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { isSigned } from './signatures.ts';
import { countChallenge, type TokenUse } from './tokens.sql.ts';
import type { Widget } from './widget.ts';

export type IssuedChallenge = {
  readonly salt: string;
  readonly bits: number;
  /** Business time in seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
};

type Minute = { startMs: number; count: number; before: number };

/** Challenges of this process per widget. In memory: an estimate of the load suffices. */
const MINUTES = slot(() => new Map<string, Minute>());
const MINUTE_MS = 60_000;
const WIDGETS_MAX = 10_000;
const SALT_BYTES = 16;

export const takesProofs = ({ captchaType, powFallback }: Pick<Widget, 'captchaType' | 'powFallback'>) =>
  captchaType === 'POW' || powFallback;

/** Counts as a try of the address block when it is issued: challenges cannot be collected at a low difficulty. */
export async function issueChallenge(platform: Platform, widget: Widget, address: string): Promise<IssuedChallenge> {
  if (!takesProofs(widget)) throw new Refusal('not-found', { kind: 'Challenge' });
  const { db, secrets } = platform;
  const block = addressBlock(address);
  const perMinute = countMinute(platform, widget.widgetId);
  return inTransaction(db, async (tx) => {
    const earlierTries = await countChallenge(tx, widget, secrets.mac(`address ${block}`));
    const bits = difficulty({ perMinute, earlierTries });
    const salt = saltOf(bits, randomBytes(SALT_BYTES).toString('base64url'));
    const expires = Math.floor(tx.now.getTime() / 1000) + CHALLENGE_SECONDS;
    const signature = secrets.mac(challengeText({ salt, expires }, widget.widgetId, block));
    return { salt, bits, expires, signature };
  });
}

type Visit = { readonly widgetId: string; readonly address: string; readonly now: Date };

/** The use that a solved challenge costs. Undefined: forged, too old, or not solved. */
export function readProof(
  platform: Pick<Platform, 'secrets'>,
  token: string,
  { widgetId, address, now }: Visit,
): TokenUse | undefined {
  const proof = parseProof(token);
  if (proof === undefined || proof.expires * 1000 <= now.getTime()) return undefined;
  const { salt, bits, n, expires, signature } = proof;
  if (!isSigned(platform, challengeText(proof, widgetId, addressBlock(address)), signature)) return undefined;
  if (!hasZeroBits(createHash('sha256').update(workText(salt, n)).digest(), bits)) return undefined;
  return { subject: `pow ${salt}`, usesMax: 1, keptUntil: new Date(expires * 1000) };
}

/** Challenges of the widget in about the last minute, with this one: of this minute, and a share of the one before. */
function countMinute({ shared }: Pick<Platform, 'shared'>, widgetId: string): number {
  const minutes = shared.of(MINUTES);
  const nowMs = performance.now();
  const known = minutes.get(widgetId);
  const ageMs = known === undefined ? Number.POSITIVE_INFINITY : nowMs - known.startMs;
  if (known === undefined || ageMs >= MINUTE_MS) {
    if (minutes.size >= WIDGETS_MAX) minutes.clear();
    const before = known !== undefined && ageMs < 2 * MINUTE_MS ? known.count : 0;
    minutes.set(widgetId, { startMs: nowMs, count: 1, before });
    return before + 1;
  }
  known.count += 1;
  return known.count + Math.round(known.before * (1 - ageMs / MINUTE_MS));
}
