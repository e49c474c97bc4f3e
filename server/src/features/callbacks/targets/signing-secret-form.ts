// The form of a signing secret (Standard Webhooks): a prefix and the key in base64.
import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** The previous secret signs beside a new one for a day, so that receivers can switch over. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;

export const newSigningSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;

export const signingKeyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
