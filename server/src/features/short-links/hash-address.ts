import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';

/**
 * Distinguishes visitors without storing their addresses: a hash under a key outside of the database. Without a
 * configured key the hash is stable only within the process.
 */
export function createAddressHash({ secretKeys }: Pick<Config, 'secretKeys'>): (address: string) => string {
  const secret = secretKeys[0] ?? randomBytes(32).toString('hex');
  const key = createHash('sha256').update(`addresses of visitors\n${secret}`).digest();
  return (address) => createHmac('sha256', key).update(address).digest().subarray(0, 16).toString('hex');
}
