// Rules of alerts to people on duty. `holdSeconds`: how long a condition must last before its first notice. `page`:
// what to do, under docs/operating; a test checks that it exists.

export const SEVERITIES = ['CRITICAL', 'WARNING'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ALERT_RULES = {
  'link-down': { severity: 'CRITICAL', holdSeconds: 60, page: 'runbook.md#a-link-is-down' },
  'link-degraded': { severity: 'WARNING', holdSeconds: 600, page: 'alerts-to-duty.md#a-link-is-degraded' },
  'codes-wait': { severity: 'CRITICAL', holdSeconds: 30, page: 'alerts-to-duty.md#codes-wait' },
  unlinked: { severity: 'CRITICAL', holdSeconds: 60, page: 'runbook.md#a-link-is-down' },
  'margin-wait': { severity: 'WARNING', holdSeconds: 60, page: 'alerts-to-duty.md#messages-wait-for-their-margin' },
  callbacks: { severity: 'WARNING', holdSeconds: 60, page: 'runbook.md#callbacks-pile-up' },
  'audit-difference': { severity: 'CRITICAL', holdSeconds: 0, page: 'runbook.md#the-audit-found-something' },
  'audit-stale': { severity: 'WARNING', holdSeconds: 600, page: 'alerts-to-duty.md#the-audit-does-not-run' },
  'broker-away': { severity: 'CRITICAL', holdSeconds: 30, page: 'runbook.md#the-broker-is-gone' },
  'sequencer-stalled': { severity: 'CRITICAL', holdSeconds: 60, page: 'alerts-to-duty.md#events-are-not-numbered' },
  'engine-held': {
    severity: 'CRITICAL',
    holdSeconds: 30,
    page: 'runbook.md#nothing-is-sent-and-the-pacer-is-not-ready',
  },
  'role-missing': { severity: 'CRITICAL', holdSeconds: 60, page: 'alerts-to-duty.md#a-role-has-no-process' },
  'account-closed': { severity: 'WARNING', holdSeconds: 60, page: 'alerts-to-duty.md#an-account-is-closed' },
  'template-stopped': { severity: 'WARNING', holdSeconds: 60, page: 'alerts-to-duty.md#a-template-is-stopped' },
  partitions: { severity: 'CRITICAL', holdSeconds: 300, page: 'alerts-to-duty.md#partitions-end' },
  disk: { severity: 'CRITICAL', holdSeconds: 60, page: 'alerts-to-duty.md#the-disk-is-nearly-full' },
  doubts: { severity: 'WARNING', holdSeconds: 60, page: 'runbook.md#batches-in-doubt' },
  spend: { severity: 'WARNING', holdSeconds: 0, page: 'alerts-to-duty.md#a-company-spends-much-on-one-country' },
  'contact-failing': { severity: 'WARNING', holdSeconds: 0, page: 'alerts-to-duty.md#a-contact-gets-no-notices' },
} as const satisfies Record<string, { severity: Severity; holdSeconds: number; page: string }>;

export type AlertRule = keyof typeof ALERT_RULES;

export type AlertFacts = Readonly<Record<string, string | number>>;

/** Holds now. `subject`: the link, host or other thing that it concerns; empty: the installation. */
export type Condition = { readonly rule: AlertRule; readonly subject: string; readonly facts: AlertFacts };

/** Name of the alert, for silences too. */
export function alertKey({ rule, subject }: Pick<Condition, 'rule' | 'subject'>): string {
  return subject === '' ? rule : `${rule}:${subject}`;
}
