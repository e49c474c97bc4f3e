// A pass is signed and not stored; its uses are counted from the first one on.
import { randomBytes } from 'node:crypto';
import {
  PASS_SECONDS,
  PASS_USES_MAX,
  parsePass,
  passText,
  passToken,
  type TokenHolder,
} from '@volley/domain/verification/captcha-pass.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isSigned } from './signatures.ts';
import type { TokenUse } from './tokens.sql.ts';

const NONCE_BYTES = 16;

export function issuePass({ secrets }: Pick<Platform, 'secrets'>, holder: TokenHolder, now: Date): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const pass = { nonce, expires: Math.floor(now.getTime() / 1000) + PASS_SECONDS };
  return passToken(pass, secrets.mac(passText(pass, holder)));
}

/** The use that the pass costs. Undefined: forged, too old, or of another number, widget or address. */
export function readPass(
  platform: Pick<Platform, 'secrets'>,
  token: string,
  holder: TokenHolder,
  now: Date,
): TokenUse | undefined {
  const pass = parsePass(token);
  if (pass === undefined || pass.expires * 1000 <= now.getTime()) return undefined;
  if (!isSigned(platform, passText(pass, holder), pass.signature)) return undefined;
  return { subject: `pass ${pass.nonce}`, usesMax: PASS_USES_MAX, keptUntil: new Date(pass.expires * 1000) };
}
