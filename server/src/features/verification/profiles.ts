// Profiles as staff set them; the transaction is the caller's.
import { randomInt } from 'node:crypto';
import { Refusal } from '@volley/domain/refusal.ts';
import { channelsProblem } from '@volley/domain/verification-channel.ts';
import type { Tx } from '../../platform/database.ts';
import { clearDayStop } from './limits.sql.ts';
import { profileSubject } from './limits.ts';
import { mintShortId, PROFILE_DEFAULTS, type Profile } from './profile.ts';
import { insertProfile, lockProfile, selectProfile, selectProfiles, updateProfile } from './profiles.sql.ts';

type ProfileSettings = Omit<Profile, 'gatewayId' | 'companyId' | 'createdAt' | 'status'>;

export type ProfileDraft = Pick<Profile, 'companyId' | 'name' | 'channels'> & Partial<ProfileSettings>;
export type ProfileChange = Partial<ProfileSettings & Pick<Profile, 'status'>>;

export async function createProfile(tx: Tx, draft: ProfileDraft): Promise<Profile> {
  const profile = { ...PROFILE_DEFAULTS, ...draft, gatewayId: mintShortId(randomInt), status: 'ACTIVE' as const };
  checkChannels(profile);
  const created = await insertProfile(tx, profile);
  if (created === undefined) throw new Refusal('not-found', { kind: 'Company', id: draft.companyId });
  return created;
}

/** Codes on their way keep the lifetime and the number of checks they were sent with. */
export async function changeProfile(tx: Tx, gatewayId: string, change: ProfileChange): Promise<Profile> {
  const before = await lockProfile(tx, gatewayId);
  if (before === undefined) throw unknownProfile(gatewayId);
  const profile = { ...before, ...change };
  checkChannels(profile);
  await updateProfile(tx, profile);
  if (change.dayMicrosMax !== undefined) await clearDayStop(tx, profileSubject(gatewayId));
  return profile;
}

export const listProfiles = selectProfiles;

/** A profile of that company which may be used; another company's is as unknown as a missing one. */
export async function getProfile(tx: Tx, companyId: number, gatewayId: string): Promise<Profile> {
  const profile = await selectProfile(tx, gatewayId);
  if (profile?.companyId !== companyId || profile.status !== 'ACTIVE') throw unknownProfile(gatewayId);
  return profile;
}

function checkChannels({ channels }: Pick<Profile, 'channels'>): void {
  const wrong = channelsProblem(channels);
  if (wrong !== undefined) throw new Refusal('bad-request', wrong);
}

function unknownProfile(gatewayId: string): Refusal {
  return new Refusal('not-found', { kind: 'Gateway', id: gatewayId });
}
