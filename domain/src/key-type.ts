// The four kinds of keys of the messaging API; what each may call is said by the endpoints.

export const KEY_TYPES = ['MESSAGES', 'SYSTEM', 'VERIFIER', 'VERIFIER_BUILDER'] as const;

export type KeyType = (typeof KEY_TYPES)[number];
