// The right that each section of the console demands, written from its promise and not from its endpoints. Roles and
// callers: server/test/console/roles.test.ts; rights of a role: domain/src/people/partner-role.test.ts.
import { expect, test } from 'vitest';
import { backOfficeApi } from '../back-office/back-office-api.ts';
import { consoleApi } from './console-api.ts';

/** By the first part of the path: the rights to read and to change. */
const SECTIONS: Readonly<Record<string, readonly [read: string, change?: string]>> = {
  team: ['team.read', 'team.write'],
  audit: ['audit.read'],
  overview: ['overview.read'],
  drafts: ['dispatches.read'],
  'names-to-send': ['dispatches.write'],
  estimate: ['none', 'dispatches.write'],
  messages: ['messages.read'],
  blacklist: ['blacklist.read', 'blacklist.write'],
  tools: ['none', 'tools.use'],
  dispatches: ['dispatches.read', 'dispatches.write'],
  companies: ['companies.read'],
  documents: ['companies.read'],
  senders: ['senders.read', 'senders.write'],
  billing: ['money.read'],
  keys: ['keys.read', 'keys.write'],
  'callback-secrets': ['keys.read', 'keys.write'],
  callbacks: ['callbacks.read', 'callbacks.replay'],
  requests: ['requests.read'],
  inbound: ['inbound.read', 'inbound.write'],
  centers: ['companies.read', 'inbound.write'],
  verification: ['verification', 'verification'],
};
const EXCEPTIONS: Readonly<Record<string, string>> = { 'GET /companies/{id}/spending': 'money.read' };

test('every endpoint of the console demands the right of its section', () => {
  const wrong = consoleApi
    .filter(({ auth }) => auth === 'session')
    .filter(({ method, path, right }) => {
      const [read, change] = SECTIONS[path.split(/[/.]/)[1] ?? ''] ?? ['no section'];
      return right !== (EXCEPTIONS[`${method} ${path}`] ?? (method === 'GET' ? read : change));
    });
  expect(wrong.map(({ method, path, right }) => `${method} ${path}: ${right}`)).toEqual([]);
});

test('the margin and the rates of currencies demand capabilities of their own', () => {
  const wanted = backOfficeApi.filter(({ path }) => /^\/(margin|exchange-rates)$/.test(path));
  expect(wanted.map(({ method, path, capability }) => `${method} ${path} ${capability}`).toSorted()).toEqual([
    'GET /exchange-rates prices.read',
    'GET /margin margin.read',
    'PUT /exchange-rates prices.write',
  ]);
});
