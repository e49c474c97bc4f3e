// The senders of a dispatch: each must belong to its company and channel and be approved. A start date in the future
// does not block; messages under such a name wait for it.
import { asFaults, type Fault, gatherFaults } from '@volley/domain/refusals/fault.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { type Moderation, type SenderObstacle, senderObstacle } from '@volley/domain/senders/sender-status.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findOpenSessions } from '../inbound/open-sessions.ts';
import { findSenders } from '../senders/find-senders.ts';
import type { Sender } from '../senders/sender.ts';
import { loadMatcher } from '../templates/match-templates.ts';

type Wanted = {
  readonly companyId: number;
  readonly senderIds: readonly number[];
  readonly channelType: string;
  readonly routing: 'fallback' | 'strict';
};

export async function getUsableSenders(tx: Tx, config: Pick<Config, 'moderation'>, wanted: Wanted): Promise<Sender[]> {
  const senders = await findSenders(tx, wanted.companyId, wanted.senderIds);
  const byId = new Map(senders.map((sender) => [sender.id, sender]));
  const faults = wanted.senderIds.flatMap((id, at): { id: number; fault: Fault }[] => {
    const fault = senderFault(byId.get(id), wanted.channelType, tx.now.getTime(), config.moderation);
    return fault === undefined ? [] : [{ id, fault: { field: `senderIds[${at}]`, ...fault } }];
  });
  const [first] = faults;
  if (first !== undefined) {
    const { field, reason: problem, code } = first.fault;
    const found = gatherFaults([asFaults(faults.map(({ fault }) => fault))]);
    const reason = code === 'sender-unknown' ? 'sender-unknown' : 'sender-unusable';
    throw new Refusal(reason, { id: first.id, field, problem, code }, { found });
  }
  if (wanted.routing === 'strict' && new Set(senders.map((sender) => sender.brand)).size < senders.length) {
    throw new Refusal('bad-request', {
      field: 'senderIds',
      problem: 'must have at most one sender name per operator',
      code: 'repeated',
    });
  }
  return senders;
}

const OBSTACLES: Readonly<Record<SenderObstacle, Omit<Fault, 'field'>>> = {
  suspended: { reason: 'is suspended: unsuspend it first', code: 'sender-suspended' },
  closed: { reason: 'is closed: its validity is over', code: 'sender-closed' },
  denied: { reason: 'was refused for good', code: 'sender-denied' },
  rejected: { reason: 'was rejected: correct it first', code: 'sender-rejected' },
  'in-review': { reason: 'is not approved yet', code: 'sender-in-review' },
};

function senderFault(
  sender: Sender | undefined,
  channelType: string,
  nowMs: number,
  moderation: Moderation,
): Omit<Fault, 'field'> | undefined {
  if (sender === undefined) return { reason: 'must be a sender name of the company', code: 'sender-unknown' };
  if (sender.channelType !== channelType)
    return { reason: `is a name of ${sender.channelType}, not of ${channelType}`, code: 'sender-other-channel' };
  return obstacleOf(sender, nowMs, moderation);
}

function obstacleOf(sender: Sender, nowMs: number, moderation: Moderation): Omit<Fault, 'field'> | undefined {
  const obstacle = senderObstacle(sender, nowMs, moderation);
  if (obstacle !== 'in-review') return obstacle && OBSTACLES[obstacle];
  return { ...OBSTACLES[obstacle], reason: `is not approved yet: its status is ${sender.status}` };
}

/** Why an account cannot use a name now; `rows`: its registrations of the name. */
export function nameFault(rows: readonly Sender[], nowMs: number, moderation: Moderation): Omit<Fault, 'field'> {
  const [first] = rows;
  if (first === undefined) return { reason: 'is not available: no such name is registered', code: 'sender-unknown' };
  const fault = obstacleOf(first, nowMs, moderation) ?? {
    reason: `is valid from ${first.dateFrom.toISOString().slice(0, 10)} on`,
    code: 'sender-not-yet-valid' as const,
  };
  return { ...fault, reason: `is not available: it ${fault.reason}` };
}

/** Finds the template of a text; undefined: the company has no templates. */
export async function templatesOfSenders(tx: Tx, config: Pick<Config, 'moderation'>, senders: readonly Sender[]) {
  const [first] = senders;
  const matcher = first && (await loadMatcher(tx, first.companyId, config.moderation));
  if (matcher === undefined || matcher.isEmpty) return undefined;
  const byId = new Map(senders.map((sender) => [sender.id, sender]));
  return (senderId: number, text: string) => {
    const sender = byId.get(senderId);
    return sender && matcher.find(sender.channelType, sender.senderName, text);
  };
}

/** Whether a text without a template may be sent to a number (WhatsApp session); undefined: to any number. */
export async function sessionsOfSenders(
  tx: Tx,
  config: Pick<Config, 'moderation'>,
  senders: readonly Sender[],
  { text, recipients }: { readonly text: string; readonly recipients: readonly { readonly destination: string }[] },
) {
  const [first] = senders;
  if (first?.channelType !== 'WHATSAPP') return undefined;
  const content = { text, special: null };
  const byId = new Map(senders.map(({ id, channelType, senderName }) => [id, { channelType, senderName, content }]));
  const written = [...byId.values()].flatMap((name) => recipients.map(({ destination }) => ({ ...name, destination })));
  const isOpen = await findOpenSessions(tx, first.companyId, written, config);
  return (senderId: number, destination: string) => {
    const name = byId.get(senderId);
    return name === undefined || isOpen(name, destination);
  };
}
