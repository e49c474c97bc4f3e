// Conditions that people on duty must know about, derived from one reading of the installation. Facts hold names, ids
// and counts, never texts or phone numbers.
import type { Lane } from '../sending/lane.ts';
import type { Condition } from './alert-rule.ts';

export type DutyReading = {
  readonly links: readonly {
    readonly name: string;
    readonly channelType: string;
    readonly enabled: boolean;
    readonly paused: boolean;
    readonly bound: boolean;
    readonly degradedBecause: string | null;
    readonly lastError: string | null;
  }[];
  readonly lanes: readonly { readonly lane: Lane; readonly oldestSeconds: number | null }[];
  /** Messages that are due and that no open link takes. */
  readonly unlinked: readonly ChannelMessages[];
  readonly marginWaits: readonly ChannelMessages[];
  readonly callbacks: readonly {
    readonly host: string;
    readonly waiting: number;
    /** Since the first try was due. */
    readonly oldestSeconds: number | null;
    readonly failingSeconds: number | null;
  }[];
  /** Null: no audit has ended yet. */
  readonly audit: { readonly findings: number; readonly ageSeconds: number } | null;
  readonly brokerConnected: boolean;
  /** False: claims wait because the database lost commits. */
  readonly claimsGoOn: boolean;
  /** `isStalled`: the oldest entry is the same as in the reading before. */
  readonly inbox: { readonly isStalled: boolean; readonly events: number };
  /** Roles with a live process. */
  readonly roles: readonly string[];
  /** Sender names whose account the provider has closed. */
  readonly accounts: readonly { readonly senderId: number; readonly channelType: string; readonly companyId: number }[];
  readonly templates: readonly {
    readonly templateId: number;
    readonly companyId: number;
    readonly providerStatus: string;
  }[];
  /** `daysAhead`: full days after today that have a partition. */
  readonly partitions: readonly { readonly table: string; readonly daysAhead: number }[];
  /** Null: files are not on a disk of this process. */
  readonly diskFreePercent: number | null;
  readonly doubts: readonly { readonly link: string; readonly batches: number; readonly oldestSeconds: number }[];
  /** Alarms of the last day. */
  readonly spending: readonly { readonly companyId: number; readonly country: string }[];
  readonly contacts: readonly { readonly contactId: number; readonly failingSeconds: number }[];
};

type ChannelMessages = { readonly channelType: string; readonly messages: number };

export const CODES_WAIT_SECONDS_MAX = 10;
export const CALLBACK_AGE_SECONDS_MAX = 900;
export const AUDIT_AGE_SECONDS_MAX = 1_800;
export const DOUBT_AGE_SECONDS_MAX = 900;
export const CONTACT_FAILING_SECONDS_MAX = 300;
export const DISK_FREE_PERCENT_MIN = 5;
export const PARTITION_DAYS_MIN = 2;

/** Roles without which an installation does not work; the sweeper itself reads this. */
const NEEDED_ROLES = ['api', 'pacer', 'connector', 'recorder', 'notifier'];
const REASON_LENGTH_MAX = 80;

export function conditionsOf(reading: DutyReading): Condition[] {
  return [...linkConditions(reading), ...queueConditions(reading), ...engineConditions(reading), ...careOf(reading)];
}

function linkConditions({ links, unlinked, accounts, templates }: DutyReading): Condition[] {
  const wanted = links.filter(({ enabled, paused }) => enabled && !paused);
  return [
    ...wanted
      .filter(({ bound }) => !bound)
      .map(({ name, channelType, lastError }) =>
        condition('link-down', name, { channelType, reason: (lastError ?? '').slice(0, REASON_LENGTH_MAX) }),
      ),
    ...wanted.flatMap(({ name, channelType, bound, degradedBecause }) =>
      bound && degradedBecause !== null
        ? [condition('link-degraded', name, { channelType, because: degradedBecause })]
        : [],
    ),
    ...unlinked
      .filter(({ messages }) => messages > 0)
      .map(({ channelType, messages }) => condition('unlinked', channelType, { messages })),
    ...accounts.map(({ senderId, ...facts }) => condition('account-closed', String(senderId), facts)),
    ...templates.map(({ templateId, ...facts }) => condition('template-stopped', String(templateId), facts)),
  ];
}

function queueConditions({ lanes, marginWaits, callbacks, doubts }: DutyReading): Condition[] {
  return [
    ...lanes
      .filter(({ lane, oldestSeconds }) => lane === 'urgent' && (oldestSeconds ?? 0) > CODES_WAIT_SECONDS_MAX)
      .map(({ oldestSeconds }) => condition('codes-wait', '', { seconds: Math.floor(oldestSeconds ?? 0) })),
    ...marginWaits
      .filter(({ messages }) => messages > 0)
      .map(({ channelType, messages }) => condition('margin-wait', channelType, { messages })),
    ...callbacks
      .map(({ host, waiting, oldestSeconds, failingSeconds }) => ({
        host,
        waiting,
        seconds: Math.floor(Math.max(oldestSeconds ?? 0, failingSeconds ?? 0)),
      }))
      .filter(({ seconds }) => seconds > CALLBACK_AGE_SECONDS_MAX)
      .map(({ host, ...facts }) => condition('callbacks', host, facts)),
    ...doubts
      .filter(({ oldestSeconds }) => oldestSeconds > DOUBT_AGE_SECONDS_MAX)
      .map(({ link, batches, oldestSeconds }) =>
        condition('doubts', link, { batches, seconds: Math.floor(oldestSeconds) }),
      ),
  ];
}

function engineConditions({ audit, brokerConnected, claimsGoOn, inbox, roles }: DutyReading): Condition[] {
  return [
    ...(audit !== null && audit.findings > 0 ? [condition('audit-difference', '', { findings: audit.findings })] : []),
    ...(audit === null ? [condition('audit-stale', '')] : []),
    ...(audit !== null && audit.ageSeconds > AUDIT_AGE_SECONDS_MAX
      ? [condition('audit-stale', '', { seconds: Math.floor(audit.ageSeconds) })]
      : []),
    ...(brokerConnected ? [] : [condition('broker-away', '')]),
    // Without the broker the gate cannot be read; `broker-away` says so.
    ...(brokerConnected && !claimsGoOn ? [condition('engine-held', '')] : []),
    ...(inbox.isStalled ? [condition('sequencer-stalled', '', { events: inbox.events })] : []),
    ...NEEDED_ROLES.filter((role) => !roles.includes(role)).map((role) => condition('role-missing', role)),
  ];
}

function careOf({ partitions, diskFreePercent, spending, contacts }: DutyReading): Condition[] {
  return [
    ...partitions
      .filter(({ daysAhead }) => daysAhead < PARTITION_DAYS_MIN)
      .map(({ table, daysAhead }) => condition('partitions', table, { daysAhead })),
    ...(diskFreePercent !== null && diskFreePercent < DISK_FREE_PERCENT_MIN
      ? [condition('disk', '', { freePercent: Math.floor(diskFreePercent) })]
      : []),
    ...spending.map(({ companyId, country }) => condition('spend', `${companyId}:${country}`, { companyId, country })),
    ...contacts
      .filter(({ failingSeconds }) => failingSeconds > CONTACT_FAILING_SECONDS_MAX)
      .map(({ contactId, failingSeconds }) =>
        condition('contact-failing', String(contactId), { seconds: Math.floor(failingSeconds) }),
      ),
  ];
}

const condition = (rule: Condition['rule'], subject: string, facts: Condition['facts'] = {}): Condition => ({
  rule,
  subject,
  facts,
});
