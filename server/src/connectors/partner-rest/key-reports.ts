// Reports of the form `key`: one message in its present state. The public documents name the statuses, not every
// member, so a member is read under each of the names that the interface has for it. Viber reports a delivery per
// device.

import { readProviderCode, readProviderId, type StatusMeaning } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { HookStatus } from '../hook.ts';
import { listOf, type Members, membersOf, textOf } from '../json-members.ts';
import { findViberError } from './errors.ts';
import type { ReportedLink } from './form.ts';

const STATES: ReadonlyMap<string, StatusMeaning['state']> = new Map<string, StatusMeaning['state']>([
  ['enqueued', 'none'],
  ['scheduled', 'none'],
  ['sent', 'none'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['seen', 'read'],
  // The person has opened the link of the button.
  ['visited', 'read'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
  ['expired', 'undelivered'],
  ['rejected', 'unsent'],
]);

export function readKeyReports(body: unknown, { channelType }: ReportedLink): readonly HookStatus[] {
  const report = membersOf(body);
  const id = readProviderId(report['messageId'] ?? report['id']);
  const status = textOf(report['status']).toLowerCase();
  const state = STATES.get(status);
  if (id === undefined || state === undefined) return [];
  const code = readProviderCode(report['errorCode'] ?? report['code']) ?? status;
  const isFailure = state === 'undelivered' || state === 'unsent';
  return [
    {
      id,
      meaning: isFailure ? { state, errorCode: errorOf(status, code, channelType) } : { state },
      code,
      to: textOf(report['to'] ?? report['phone']).replace(/^\+/, ''),
      reference: referenceOf(report),
    },
  ];
}

function errorOf(status: string, code: string, channelType: ReportedLink['channelType']): number {
  const known = channelType === 'VIBER' ? findViberError(code) : undefined;
  if (known?.kind === 'refused') return known.errorCode;
  return status === 'expired' ? ERROR.lifetimeOver : ERROR.operatorFailure;
}

/** Viber repeats a list of objects, VK one object. */
function referenceOf({ options, callbackData }: Members): unknown {
  const own = options ?? callbackData;
  return membersOf(Array.isArray(own) ? listOf(own)[0] : own)['reference'];
}
