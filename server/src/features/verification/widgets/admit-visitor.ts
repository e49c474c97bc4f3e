// Decides whether a visitor may open a session: by a pass, a proof of work or the captcha of the widget. Runs before the
// transaction of the session, because a captcha is verified by its provider.
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { PassHolder } from '@volley/domain/verification/captcha-pass.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isSuspect } from '../limits/limits.ts';
import type { Profile } from '../profiles/profile.ts';
import { verifyCaptcha } from './captcha.ts';
import { issuePass, readPass } from './captcha-pass.ts';
import { readProof, takesProofs } from './proof-of-work.ts';
import { claimToken, type TokenUse } from './tokens.sql.ts';
import type { StoredWidget } from './widgets.sql.ts';

export type Visit = {
  readonly widget: StoredWidget;
  readonly profile: Profile;
  /** Digits from `readDestination`. */
  readonly destination: string;
  readonly token: string | undefined;
  readonly address: string;
};

/** Claims the use of the visitor's token in the transaction of the session; returns the pass for the next session. */
export type Admission = (tx: Tx) => Promise<string | undefined>;

export async function admitVisitor(platform: Platform, visit: Visit): Promise<Admission> {
  const { widget, destination, token = '', address } = visit;
  const { widgetId, companyId, captchaType } = widget;
  const holder: PassHolder = { widgetId, destination, block: addressBlock(address) };
  const now = platform.clock.now();
  if (captchaType !== 'NONE' && token.startsWith('pass.')) {
    const use = required(readPass(platform, token, holder, now));
    return async (tx) => claim(tx, companyId, use);
  }
  if (takesProofs(widget) && (captchaType === 'POW' || token.startsWith('pow.'))) {
    const use = required(readProof(platform, token, { widgetId, address, now }));
    return async (tx) => {
      await claim(tx, companyId, use);
      return issuePass(platform, holder, tx.now);
    };
  }
  await askProvider(platform, visit);
  return async (tx) => (captchaType === 'NONE' ? undefined : issuePass(platform, holder, tx.now));
}

async function claim(tx: Tx, companyId: number, use: TokenUse): Promise<undefined> {
  if (!(await claimToken(tx, companyId, use))) throw new Refusal('captcha-not-passed');
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal('captcha-not-passed');
  return value;
}

async function askProvider(platform: Platform, visit: Visit): Promise<void> {
  const { widget, profile, destination, token, address } = visit;
  const { secretSealed, ...settings } = widget;
  const verdict = await verifyCaptcha(platform, {
    ...settings,
    strict: await read(platform.db, (tx) => isSuspect(tx, platform, profile, destination)),
    secret: platform.secrets.open(secretSealed),
    token,
    address,
  });
  if (verdict !== 'passed') throw new Refusal(verdict === 'trouble' ? 'captcha-trouble' : 'captcha-not-passed');
}
