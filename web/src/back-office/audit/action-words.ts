// What the journal of staff holds, by the names it is kept under. A name that is not here is shown as it is kept: an older
// or newer version of the service may have written it.
import type { Text } from '../../kit/text.tsx';
import { STATUS_TEXT } from '../parts/sender-status.tsx';

const ACTIONS = [
  'callbacks.replay',
  'callbacks.rotate-secret',
  'company.change',
  'document.download',
  'inbound-rule.change',
  'inbound-rule.create',
  'inbound-rule.remove',
  'key.addresses',
  'key.create',
  'key.deactivate',
  'key.reissue',
  'link.change',
  'link.put',
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
  'link',
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
  const status = Object.entries(STATUS_TEXT).find(([one]) => one === value)?.[1];
  return status === undefined ? value : t(status);
}
