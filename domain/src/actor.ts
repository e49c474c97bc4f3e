// On whose behalf a use case runs. Everything a use case reads or writes is limited to what the actor owns.

import type { KeyType } from './key-type.ts';
import type { PartnerRole } from './partner-role.ts';
import type { StaffRole } from './staff-role.ts';

export type Actor = { kind: 'partner'; partnerId: number; currency: string };

/** Somebody of a partner, signed in to the cabinet; `userId` is absent for the partner's own login, the owner. */
export type CabinetActor = Actor & {
  readonly userId?: number;
  readonly login: string;
  readonly role: PartnerRole;
  readonly requestId: string;
};

/** Somebody of the platform. What staff do is recorded under their name and the request they did it with. */
export type StaffActor = {
  readonly kind: 'staff';
  readonly staffId: number;
  readonly login: string;
  readonly roles: readonly StaffRole[];
  readonly requestId: string;
};

/** Whoever is signed in to the console, with the session and the token that its changes must bring. */
export type SignedIn = (CabinetActor | StaffActor) & { readonly sessionId: number; readonly csrfToken: string };

/** Whoever holds a key of the messaging API: an account, which is a company of a partner. */
export type KeyActor = {
  readonly kind: 'key';
  readonly keyId: string;
  readonly type: KeyType;
  readonly companyId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly trafficCenterId: number;
};
