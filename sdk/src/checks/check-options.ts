// Options of `openClient` and `openPartnerClient`, checked when a client is opened.
import { checkMembers } from './check-form.ts';
import type { Form } from './form.ts';

const SHARED: Readonly<Record<string, Form>> = {
  api: { type: 'string', format: 'service-address' },
  retries: { type: 'integer', minimum: 0, maximum: 100 },
  // The longest timer of Node.
  timeoutMs: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  pause: { type: 'function' },
  onAnswer: { type: 'function' },
  onWarning: { type: 'function' },
  checks: { enum: ['all', 'ids'] },
};

/** `credentials`: the options that only one of the clients has; all of them are required. */
export function checkOptions(method: string, options: unknown, credentials: Readonly<Record<string, Form>>): void {
  const properties = { ...SHARED, ...credentials };
  checkMembers(method, { type: 'object', properties, required: ['api', ...Object.keys(credentials)] }, options);
}
