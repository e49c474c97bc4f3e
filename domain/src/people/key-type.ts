// Types of messaging API keys. The endpoints define which types may call them.

export const KEY_TYPES = ['MESSAGES', 'SYSTEM', 'VERIFIER', 'VERIFIER_BUILDER'] as const;

export type KeyType = (typeof KEY_TYPES)[number];
