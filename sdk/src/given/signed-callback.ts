// For tests: requests as the service signs them.
import { createHmac, randomBytes } from 'node:crypto';

const key = randomBytes(32);
export const CALLBACK_SECRET = `whsec_${key.toString('base64')}`;

type Signing = { readonly id?: string; readonly atMs?: number; readonly by?: Buffer };

export function signedHeaders(
  body: string,
  { id = 'evt_1', atMs = Date.now(), by = key }: Signing = {},
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signature = createHmac('sha256', by).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    'x-attempt': '1',
  };
}
