import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';

/**
 * Visitors are told apart without keeping where they come from: a hash under a key that is not in the database.
 * Without any key of the installation it holds as long as the process.
 */
export function createAddressHash({ secretKeys }: Pick<Config, 'secretKeys'>): (address: string) => string {
  const secret = secretKeys[0] ?? randomBytes(32).toString('hex');
  const key = createHash('sha256').update(`addresses of visitors\n${secret}`).digest();
  return (address) => createHmac('sha256', key).update(address).digest().subarray(0, 16).toString('hex');
}
