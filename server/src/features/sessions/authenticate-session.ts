// Who is signed in. The cookie names a session whose row is read at every call, so a session that was ended, a
// changed role or a disabled partner is felt at once.
import type { IncomingHttpHeaders } from 'node:http';
import type { CabinetActor, StaffActor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Platform } from '../../platform/platform.ts';

export type SessionCall = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
};

export async function authenticateSession(
  _platform: Pick<Platform, 'db'>,
  _call: SessionCall,
): Promise<CabinetActor | StaffActor> {
  throw new Refusal('not-authenticated');
}
