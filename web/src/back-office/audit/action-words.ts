// Words for the actions, subjects and details of the staff log. An unknown name is shown as stored: another version of
// the service may have written it.
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { operatorName } from '../../kit/operator-name.ts';
import type { Text } from '../../kit/text.tsx';
import { trafficName } from '../../kit/traffic-name.ts';
import { STATUS_TEXT } from '../parts/sender-status.tsx';

const ACTIONS = [
  'alert.silence',
  'alert.unsilence',
  'callbacks.replay',
  'callbacks.rotate-secret',
  'company.change',
  'document.download',
  'duty-contact.change',
  'duty-contact.create',
  'duty-contact.remove',
  'duty-contact.rotate-secret',
  'duty-contact.test',
  'exchange-rate.put',
  'inbound-rule.change',
  'inbound-rule.create',
  'inbound-rule.remove',
  'key.addresses',
  'key.create',
  'key.deactivate',
  'key.reissue',
  'link.change',
  'link.put',
  'link.routes',
  'month.correct',
  'name.block',
  'name.unblock',
  'number.block',
  'number.erase',
  'number.port',
  'number.unblock',
  'number.unport',
  'partner.countries',
  'partner.create',
  'partner.password',
  'partner.price-list',
  'partner.status',
  'price-list.create',
  'sender-account.put',
  'sender-account.remove',
  'sender-fee.publish',
  'sender.status',
  'short-link.switch',
  'staff.create',
  'staff.password',
  'staff.roles',
  'staff.status',
  'switch.set',
  'tariff.publish',
  'template.status',
  'traffic-center.create',
  'traffic-center.default',
  'verification-profile.change',
  'verification-profile.create',
  'verification-stop.lift',
  'wallet.correct',
  'wallet.top-up',
  'widget.change',
  'widget.create',
] as const;

export const SUBJECTS = [
  'sender',
  'template',
  'company',
  'partner',
  'tariff',
  'price-list',
  'sender-fee',
  'exchange-rate',
  'link',
  'alert',
  'duty-contact',
  'switch',
  'key',
  'document',
  'staff',
  'blocked-name',
  'blocked-number',
  'inbound-rule',
  'traffic-center',
  'widget',
  'verification-profile',
  'short-link',
  'ported-numbers',
  'erasure',
] as const;

const DETAILS = [
  'reason',
  'amount',
  'currency',
  'from',
  'to',
  'plan',
  'status',
  'companyId',
  'trafficCenterId',
  'senderNames',
  'type',
  'allowedAddresses',
  'allowedCountries',
  'name',
  'login',
  'roles',
  'isOn',
  'priceListId',
  'comment',
  'budget',
  'routing',
  'inboundEnabled',
  'textRetentionDays',
  'paused',
  'ratePerSecond',
  'receiptsPerPart',
  'enabled',
  'brand',
  'changed',
  'removed',
  'month',
  'until',
  'kind',
  'severities',
  'language',
  'hasNewToken',
] as const;

export function actionText(t: Text, action: string): string {
  const known = ACTIONS.find((one) => one === action);
  return known === undefined ? action : t(`backOffice.act.${known}`);
}

export function subjectText(t: Text, subject: string): string {
  const known = SUBJECTS.find((one) => one === subject);
  return known === undefined ? subject : t(`backOffice.subject.${known}`);
}

export function detailName(t: Text, name: string): string {
  const known = DETAILS.find((one) => one === name);
  return known === undefined ? name : t(`backOffice.detail.${known}`);
}

export function detailValue(t: Text, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'backOffice.detail.yes' : 'backOffice.detail.no');
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map((one) => detailValue(t, one)).join(', ');
  if (value === null || value === undefined) return '—';
  if (typeof value !== 'string') return JSON.stringify(value);
  return knownWord(t, value) ?? value;
}

function knownWord(t: Text, value: string): string | undefined {
  const status = Object.entries(STATUS_TEXT).find(([one]) => one === value)?.[1];
  if (status !== undefined) return t(status);
  const brand = BRANDS.find((one) => one === value);
  return brand === undefined ? trafficName(t, value) : operatorName(t, brand);
}
