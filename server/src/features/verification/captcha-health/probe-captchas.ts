// Observes the captcha providers that widgets may replace by a proof of work. A browser that reports a blocked captcha
// proves nothing: an attacker would report it too. Any number of processes may probe; each probe runs once.
import { inTransaction } from '../../../platform/database/database.ts';
import { answersForms } from '../../../platform/http/post-form.ts';
import type { Platform } from '../../../platform/platform.ts';
import { verifyAddress } from '../widgets/captcha.ts';
import type { ProviderType } from '../widgets/widget.ts';
import { beginsToFail, claimProbes, recordProbe, selectNeededTypes } from './captcha-health.sql.ts';

/** Every provider refuses it. */
const REFUSED_FORM = { secret: 'probe', response: 'probe', token: 'probe' };

type Needs = Pick<Platform, 'db' | 'config' | 'log' | 'metrics'>;

/** Probes the providers whose probe is due. False: no more are due at once. */
export async function probeCaptchas(platform: Needs): Promise<false> {
  const due = await inTransaction(platform.db, async (tx) => {
    const needed = await selectNeededTypes(tx);
    return needed.length === 0 ? [] : claimProbes(tx, needed);
  });
  await Promise.all(due.map((captchaType) => probe(platform, captchaType)));
  return false;
}

async function probe({ db, config, log, metrics }: Needs, captchaType: ProviderType): Promise<void> {
  const isAnswered = await answersForms(verifyAddress(config, captchaType), REFUSED_FORM);
  const failures = await inTransaction(db, (tx) => recordProbe(tx, captchaType, isAnswered));
  if (!beginsToFail(failures)) return;
  metrics.count('volley_captcha_failures_total', { captcha: captchaType });
  log.warn({ captchaType }, 'captcha provider does not answer: widgets with a fallback take proofs of work');
}
