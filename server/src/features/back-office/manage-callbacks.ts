import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AttemptFilter, listAttempts } from '../callbacks/feed/list-attempts.ts';
import { type ReplayRequest, replayCallbacks } from '../callbacks/feed/replay-events.ts';
import { listCompanyTargets } from '../callbacks/targets/list-targets.ts';
import { listSecrets, rotateSecret, type ShownSecret } from '../callbacks/targets/signing-secrets.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

export function rotateSecretAs(
  platform: Pick<Platform, 'db' | 'secrets'>,
  who: Who,
  companyId: number,
): Promise<ShownSecret> {
  return changeAs(platform, who, async (tx) => ({
    action: 'callbacks.rotate-secret',
    subject: { kind: 'company', id: companyId },
    reply: await rotateSecret(tx, platform.secrets, companyId),
  }));
}

export function listSecretsAs({ db }: Needs, companyId: number) {
  return read(db, (tx) => listSecrets(tx, companyId));
}

export function listCompanyTargetsAs({ db }: Needs, companyId: number) {
  return read(db, (tx) => listCompanyTargets(tx, companyId));
}

export function listAttemptsAs({ db }: Needs, filter: AttemptFilter) {
  return read(db, (tx) => listAttempts(tx, filter));
}

/** Returns the number of replayed events. */
export function replayAs(platform: Needs, who: Who, companyId: number, request: ReplayRequest): Promise<number> {
  return changeAs(platform, who, async (tx) => {
    const events = await replayCallbacks(tx, companyId, request);
    const details = { ...request, events };
    return { action: 'callbacks.replay', subject: { kind: 'company', id: companyId }, details, reply: events };
  });
}
