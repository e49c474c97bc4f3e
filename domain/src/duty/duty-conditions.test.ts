import { describe, expect, test } from 'vitest';
import { alertKey } from './alert-rule.ts';
import { conditionsOf, type DutyReading } from './duty-conditions.ts';

const LINK = {
  name: 'mts',
  channelType: 'SMS',
  enabled: true,
  paused: false,
  bound: true,
  degradedBecause: null,
  lastError: null,
};

const QUIET: DutyReading = {
  links: [LINK],
  lanes: [
    { lane: 'urgent', oldestSeconds: 10 },
    { lane: 'bulk', oldestSeconds: 90_000 },
  ],
  unlinked: [],
  marginWaits: [],
  callbacks: [{ host: 'a.example', waiting: 50_000, oldestSeconds: 900, failingSeconds: null }],
  audit: { findings: 0, ageSeconds: 1_800 },
  brokerConnected: true,
  claimsGoOn: true,
  inbox: { isStalled: false, events: 9_000 },
  roles: ['api', 'pacer', 'connector', 'recorder', 'notifier'],
  accounts: [],
  templates: [],
  partitions: [{ table: 'messages', daysAhead: 2 }],
  diskFreePercent: 5,
  doubts: [{ link: 'mts', batches: 3, oldestSeconds: 900 }],
  spending: [],
  contacts: [{ contactId: 1, failingSeconds: 300 }],
};

test('a healthy installation at its limits has no condition', () => {
  expect(conditionsOf(QUIET)).toEqual([]);
});

const CASES: readonly [string, Partial<DutyReading>, string, object][] = [
  [
    'a link that is not bound',
    { links: [{ ...LINK, bound: false, lastError: 'ESME_RBINDFAIL' }] },
    'link-down:mts',
    { channelType: 'SMS', reason: 'ESME_RBINDFAIL' },
  ],
  [
    'a degraded link',
    { links: [{ ...LINK, degradedBecause: 'slow' }] },
    'link-degraded:mts',
    { channelType: 'SMS', because: 'slow' },
  ],
  ['codes older than ten seconds', { lanes: [{ lane: 'urgent', oldestSeconds: 10.6 }] }, 'codes-wait', { seconds: 10 }],
  ['messages without a link', { unlinked: [{ channelType: 'VIBER', messages: 4 }] }, 'unlinked:VIBER', { messages: 4 }],
  [
    'messages that wait for their margin',
    { marginWaits: [{ channelType: 'SMS', messages: 12 }] },
    'margin-wait:SMS',
    { messages: 12 },
  ],
  [
    'callbacks that wait',
    { callbacks: [{ host: 'a.example', waiting: 7, oldestSeconds: 901, failingSeconds: null }] },
    'callbacks:a.example',
    { waiting: 7, seconds: 901 },
  ],
  [
    'a callback host that fails',
    { callbacks: [{ host: 'a.example', waiting: 0, oldestSeconds: null, failingSeconds: 5_000 }] },
    'callbacks:a.example',
    { waiting: 0, seconds: 5_000 },
  ],
  ['findings of the audit', { audit: { findings: 2, ageSeconds: 5 } }, 'audit-difference', { findings: 2 }],
  ['an old audit', { audit: { findings: 0, ageSeconds: 1_801 } }, 'audit-stale', { seconds: 1_801 }],
  ['no audit at all', { audit: null }, 'audit-stale', {}],
  [
    'an unreachable broker, and not the gate that needs it',
    { brokerConnected: false, claimsGoOn: false },
    'broker-away',
    {},
  ],
  ['a database that lost commits', { claimsGoOn: false }, 'engine-held', {}],
  ['events that are not numbered', { inbox: { isStalled: true, events: 3 } }, 'sequencer-stalled', { events: 3 }],
  ['a role without a process', { roles: ['api', 'pacer', 'connector', 'notifier'] }, 'role-missing:recorder', {}],
  [
    'an account that its provider closed',
    { accounts: [{ senderId: 5, channelType: 'WHATSAPP', companyId: 8 }] },
    'account-closed:5',
    { channelType: 'WHATSAPP', companyId: 8 },
  ],
  [
    'a template that the messenger stopped',
    { templates: [{ templateId: 6, companyId: 8, providerStatus: 'PAUSED' }] },
    'template-stopped:6',
    { companyId: 8, providerStatus: 'PAUSED' },
  ],
  [
    'too few partitions',
    { partitions: [{ table: 'messages', daysAhead: 1 }] },
    'partitions:messages',
    { daysAhead: 1 },
  ],
  ['a full disk', { diskFreePercent: 4.9 }, 'disk', { freePercent: 4 }],
  [
    'old doubts',
    { doubts: [{ link: 'mts', batches: 3, oldestSeconds: 901 }] },
    'doubts:mts',
    { batches: 3, seconds: 901 },
  ],
  ['unusual spending', { spending: [{ companyId: 8, country: 'KZ' }] }, 'spend:8:KZ', { companyId: 8, country: 'KZ' }],
  [
    'a contact without notices',
    { contacts: [{ contactId: 1, failingSeconds: 301 }] },
    'contact-failing:1',
    { seconds: 301 },
  ],
];

describe('one condition each for', () => {
  test.each(CASES)('%s', (_name, change, key, facts) => {
    const found = conditionsOf({ ...QUIET, ...change });
    expect(found.map(alertKey)).toEqual([key]);
    expect(found[0]?.facts).toEqual(facts);
  });
});

test.each([{ enabled: false }, { paused: true }])('a link that staff took out is no condition: %o', (change) => {
  expect(conditionsOf({ ...QUIET, links: [{ ...LINK, bound: false, degradedBecause: 'slow', ...change }] })).toEqual(
    [],
  );
});

test('a link that is down is not degraded as well', () => {
  const found = conditionsOf({ ...QUIET, links: [{ ...LINK, bound: false, degradedBecause: 'slow' }] });
  expect(found.map(({ rule }) => rule)).toEqual(['link-down']);
});

test('an installation whose documents are in S3 has no disk to watch', () => {
  expect(conditionsOf({ ...QUIET, diskFreePercent: null })).toEqual([]);
});
