// Settings of profiles, for staff. The caller opens the transaction.
import { randomInt } from 'node:crypto';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { channelsProblem } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { withoutPassword } from '../../callbacks/targets/masked-url.ts';
import { registerTarget } from '../../callbacks/targets/register-target.ts';
import { clearDayStop } from '../limits/limits.sql.ts';
import { profileSubject } from '../limits/limits.ts';
import { mintShortId, PROFILE_DEFAULTS, type Profile } from './profile.ts';
import { insertProfile, lockProfile, selectProfile, selectProfiles, updateProfile } from './profiles.sql.ts';

type Needs = Pick<Platform, 'secrets' | 'config'>;
type ProfileSettings = Omit<Profile, 'gatewayId' | 'companyId' | 'createdAt' | 'status' | 'callbackEndpointId'>;

export type ProfileDraft = Pick<Profile, 'companyId' | 'name' | 'channels'> & Partial<ProfileSettings>;
export type ProfileChange = Partial<ProfileSettings & Pick<Profile, 'status'>>;

export async function createProfile(tx: Tx, needs: Needs, draft: ProfileDraft): Promise<Profile> {
  const profile = { ...PROFILE_DEFAULTS, ...draft, gatewayId: mintShortId(randomInt), status: 'ACTIVE' as const };
  checkChannels(profile);
  const target = await targetOf(tx, needs, draft.companyId, draft.callbackUrl);
  const created = await insertProfile(tx, { ...profile, ...target });
  if (created === undefined) throw new Refusal('not-found', { kind: 'Company', id: draft.companyId });
  return created;
}

/** Codes already sent keep their lifetime and number of checks. */
export async function changeProfile(tx: Tx, needs: Needs, gatewayId: string, change: ProfileChange): Promise<Profile> {
  const before = await lockProfile(tx, gatewayId);
  if (before === undefined) throw unknownProfile(gatewayId);
  // A form returns the URL as it was shown, without the password.
  const isSameUrl = change.callbackUrl === before.callbackUrl;
  const target = isSameUrl ? {} : await targetOf(tx, needs, before.companyId, change.callbackUrl);
  const profile = { ...before, ...change, ...target };
  checkChannels(profile);
  await updateProfile(tx, profile);
  if (change.dayMicrosMax !== undefined) await clearDayStop(tx, profileSubject(gatewayId));
  return profile;
}

export const listProfiles = selectProfiles;

/** An active profile of the company. Refuses profiles of other companies as not found. */
export async function getProfile(tx: Tx, companyId: number, gatewayId: string): Promise<Profile> {
  const profile = await selectProfile(tx, gatewayId);
  if (profile?.companyId !== companyId || profile.status !== 'ACTIVE') throw unknownProfile(gatewayId);
  return profile;
}

type Target = Pick<Profile, 'callbackEndpointId' | 'callbackUrl'>;

async function targetOf(
  tx: Tx,
  needs: Needs,
  companyId: number,
  callbackUrl: string | null | undefined,
): Promise<Partial<Target>> {
  if (callbackUrl === undefined) return {};
  if (callbackUrl === null) return { callbackEndpointId: null, callbackUrl: null };
  const callbackEndpointId = await registerTarget(tx, needs, { companyId, form: 'MESSAGING' }, callbackUrl);
  return { callbackEndpointId, callbackUrl: withoutPassword(callbackUrl) };
}

function checkChannels({ channels }: Pick<Profile, 'channels'>): void {
  const wrong = channelsProblem(channels);
  if (wrong !== undefined) throw new Refusal('bad-request', wrong);
}

function unknownProfile(gatewayId: string): Refusal {
  return new Refusal('not-found', { kind: 'Gateway', id: gatewayId });
}
