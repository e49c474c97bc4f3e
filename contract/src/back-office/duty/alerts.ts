import { ALERT_RULES, type AlertRule, SEVERITIES } from '@volley/domain/duty/alert-rule.ts';
import { SILENCE_PATTERN_LENGTH_MAX } from '@volley/domain/duty/silence.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, DatetimeOrNull, Id, IdParams, oneOf } from '../../fields.ts';
import { listOf, Reason } from '../fields.ts';

// Keys of a constant object.
const RULES = Object.keys(ALERT_RULES) as AlertRule[];

const Alert = Type.Object(
  {
    alertId: Type.Integer({ minimum: 1 }),
    key: Type.String({
      pattern: '^[a-z-]+(:.+)?$',
      description: 'rule and subject; silences name alerts by it',
    }),
    rule: Type.Unsafe<AlertRule>({ enum: RULES }),
    subject: Type.String({ description: 'link, host, channel or id that it concerns; empty: the installation' }),
    severity: oneOf(SEVERITIES),
    facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    summary: Type.String({ description: 'in English' }),
    since: Datetime,
    lastSeenAt: Datetime,
    notifiedAt: Type.Unsafe<string | null>({
      ...DatetimeOrNull,
      description: 'last notice to people on duty; null: not announced',
    }),
    silencedUntil: DatetimeOrNull,
    resolvedAt: Type.Unsafe<string | null>({ ...DatetimeOrNull, description: 'null: the alert is open' }),
  },
  { title: 'Alert' },
);

const AlertSilence = Type.Object(
  {
    silenceId: Id,
    pattern: Type.String({ pattern: '^\\S+$' }),
    reason: Type.String(),
    staffLogin: Type.String(),
    createdAt: Datetime,
    until: Datetime,
  },
  { title: 'AlertSilence' },
);

export const listAlerts = endpoint({
  id: 'adminListAlerts',
  surface: 'back-office',
  method: 'GET',
  path: '/alerts',
  summary: 'List open alerts, oldest first',
  auth: 'staff',
  capability: 'alerts.read',
  responses: { 200: listOf(Alert) },
});

export const listAlertHistory = endpoint({
  id: 'adminListAlertHistory',
  surface: 'back-office',
  method: 'GET',
  path: '/alerts/history',
  summary: 'List alerts that are over, newest first, a hundred at a time; kept 90 days',
  auth: 'staff',
  capability: 'alerts.read',
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'alertId of the last one seen' }),
    ),
  }),
  responses: { 200: listOf(Alert) },
});

export const listAlertSilences = endpoint({
  id: 'adminListAlertSilences',
  surface: 'back-office',
  method: 'GET',
  path: '/alert-silences',
  summary: 'List silences that hold now',
  auth: 'staff',
  capability: 'alerts.read',
  responses: { 200: listOf(AlertSilence) },
});

export const createAlertSilence = endpoint({
  id: 'adminCreateAlertSilence',
  surface: 'back-office',
  method: 'POST',
  path: '/alert-silences',
  summary: 'Silence alerts: no notice about them until a time; the alerts stay visible',
  auth: 'staff',
  capability: 'alerts.write',
  body: Type.Object({
    pattern: Type.String({
      minLength: 1,
      maxLength: SILENCE_PATTERN_LENGTH_MAX,
      pattern: '^\\S+$',
      description: 'key of an alert; a star stands for any characters, as in link-down:*',
    }),
    until: Type.Unsafe<string>({ ...Datetime, description: 'at most 30 days ahead' }),
    reason: Reason,
  }),
  responses: { 201: AlertSilence },
});

export const endAlertSilence = endpoint({
  id: 'adminEndAlertSilence',
  surface: 'back-office',
  method: 'POST',
  path: '/alert-silences/{id}/end',
  summary: 'End a silence now',
  auth: 'staff',
  capability: 'alerts.write',
  params: IdParams,
  responses: { 200: Type.Object({ ended: Type.Boolean() }) },
});
