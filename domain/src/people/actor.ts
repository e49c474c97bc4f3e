// The party on whose behalf a use case runs. A use case reads and writes only data that the actor owns.

import type { KeyType } from './key-type.ts';
import type { PartnerRole } from './partner-role.ts';
import type { StaffRole } from './staff-role.ts';

export type Actor = { kind: 'partner'; partnerId: number; currency: string };

/** A user of a partner, signed in to the partner console. Without `userId`: the partner's own login, the owner. */
export type PartnerConsoleActor = Actor & {
  readonly userId?: number;
  readonly login: string;
  readonly role: PartnerRole;
  readonly requestId: string;
};

/** An employee of the platform. Actions of staff are recorded under the login and the request id. */
export type StaffActor = {
  readonly kind: 'staff';
  readonly staffId: number;
  readonly login: string;
  readonly roles: readonly StaffRole[];
  readonly requestId: string;
};

/** A user of either console, with the session and the token that changes must carry. */
export type SignedIn = (PartnerConsoleActor | StaffActor) & { readonly sessionId: number; readonly csrfToken: string };

/** A holder of a messaging API key. The account is a company of a partner. */
export type KeyActor = {
  readonly kind: 'key';
  readonly keyId: string;
  readonly type: KeyType;
  readonly companyId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly trafficCenterId: number;
};
