// One round of alerts: reads the installation, opens and closes alerts, and makes at most one notice per contact. A
// single sweeper leads; notices are stored in the transaction that changes the alerts, and sent afterwards.
import { randomUUID } from 'node:crypto';
import { type AlertEvent, GROUP_MS, nextStep } from '@volley/domain/duty/alert-life.ts';
import { ALERT_RULES, alertKey, type Condition } from '@volley/domain/duty/alert-rule.ts';
import { conditionsOf } from '@volley/domain/duty/duty-conditions.ts';
import { wantsAlert } from '@volley/domain/duty/duty-contact.ts';
import { type NoticeLine, noticeOf } from '@volley/domain/duty/duty-notice.ts';
import { silencedUntil } from '@volley/domain/duty/silence.ts';
import { must } from '@volley/domain/must.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { type Leadership, openLeadership } from '../../../platform/leases/leadership.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type InstallationReading, readInstallation } from '../../reports/ops/duty-reading.ts';
import { type ContactRow, selectContacts } from '../contacts/contacts.sql.ts';
import { endOverflow, insertNotices } from '../notices/notices.sql.ts';
import { type AlertRow, deleteAlerts, selectOpen, updateNotified, updateResolved, upsertSeen } from './alerts.sql.ts';
import { type DutyState, lockDutyState, updateDutyState } from './duty-state.sql.ts';
import { selectSilences } from './silences.sql.ts';

const LEASE_MS = 45_000;

type Needs = Pick<Platform, 'db' | 'bus' | 'config' | 'restoreGate' | 'log'>;

export const openDutyLeadership = ({ db, instanceId }: Pick<Platform, 'db' | 'instanceId'>): Leadership =>
  openLeadership(db, { name: 'duty', owner: instanceId, leaseMs: LEASE_MS });

/** True: notices were made. */
export async function runDutyRound(platform: Needs, leadership: Leadership): Promise<boolean> {
  const { db, log } = platform;
  if (!(await leadership.claim())) return false;
  const reading = await readInstallation(platform);
  const events = await inTransaction(db, async (tx) => {
    const state = must(await lockDutyState(tx), 'the row of duty_state');
    // Another process may lead if this one was frozen; its reading is older than that of the leader.
    if (!(await leadership.confirm(tx))) return [];
    return applyReading(tx, reading, { state, reminderMs: reminderMs(platform) });
  });
  for (const { event, key } of events) log.warn({ event, alert: key }, 'alert to people on duty');
  return events.length > 0;
}

const reminderMs = ({ config }: Pick<Platform, 'config'>) => config.dutyReminderHours * 3_600_000;

async function applyReading(
  tx: Tx,
  { inbox, ...reading }: InstallationReading,
  { state, reminderMs: everyMs }: { readonly state: DutyState; readonly reminderMs: number },
): Promise<NoticeLine[]> {
  const contacts = await selectContacts(tx);
  const isStalled = inbox.oldestId !== null && inbox.oldestId === state.inboxOldestId;
  const failing = contacts.flatMap(({ contactId, enabled, failingSince }) =>
    enabled && failingSince !== null ? [{ contactId, failingSeconds: secondsBetween(failingSince, tx.now) }] : [],
  );
  await upsertSeen(
    tx,
    conditionsOf({ ...reading, inbox: { isStalled, events: inbox.events }, contacts: failing }).map(asSeen),
  );
  const silences = await selectSilences(tx);
  const mayGroup = state.noticedAt === null || tx.now.getTime() - state.noticedAt.getTime() >= GROUP_MS;
  const steps = (await selectOpen(tx)).map((alert) => {
    const isSilenced = silencedUntil(alert.key, silences, tx.now) !== null;
    const isWanted = !isSilenced && contacts.some((contact) => wantsAlert(contact, alert));
    return { alert, step: nextStep(alert, { now: tx.now, reminderMs: everyMs, isWanted, mayGroup }) };
  });
  const lines = steps.flatMap(({ alert, step }) => {
    if (step.kind === 'notify') return [lineOf(alert, step.event)];
    return step.kind === 'close' && step.announce ? [lineOf(alert, 'RECOVERED')] : [];
  });
  const idsOf = (kind: (typeof steps)[number]['step']['kind']) =>
    steps.filter(({ step }) => step.kind === kind).map(({ alert }) => alert.id);
  await updateNotified(tx, idsOf('notify'));
  await updateResolved(tx, idsOf('close'));
  await deleteAlerts(tx, idsOf('forget'));
  await storeNotices(tx, contacts, lines);
  await updateDutyState(tx, { inboxOldestId: inbox.oldestId, hasNoticed: lines.length > 0 });
  return lines;
}

function asSeen(condition: Condition) {
  const { rule, subject, facts } = condition;
  const { severity } = ALERT_RULES[rule];
  return { key: alertKey(condition), rule, subject, severity, facts: JSON.stringify(facts) };
}

function lineOf({ key, rule, subject, severity, facts, since, lastSeenAt }: AlertRow, event: AlertEvent): NoticeLine {
  const seconds = Math.round(secondsBetween(since, lastSeenAt));
  return { key, rule, subject, severity, facts, event, since: since.toISOString(), seconds };
}

async function storeNotices(tx: Tx, contacts: readonly ContactRow[], lines: readonly NoticeLine[]): Promise<void> {
  if (lines.length === 0) return;
  const notices = contacts.flatMap((contact) => {
    const own = lines.filter((line) => wantsAlert(contact, line));
    if (own.length === 0) return [];
    return [{ id: randomUUID(), contactId: contact.contactId, content: JSON.stringify(noticeOf(own)) }];
  });
  await insertNotices(tx, notices);
  await endOverflow(tx);
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1_000;
