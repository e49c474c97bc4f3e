// The senders of a dispatch: all of its company and channel, and accepted. A start date in the future
// does not block; messages under such a name wait for it.
import { asFaults, type Fault, gatherFaults } from '@volley/domain/fault.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { type Moderation, type SenderObstacle, senderObstacle } from '@volley/domain/sender-status.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/database.ts';
import { openWindows } from '../inbound/open-windows.ts';
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
    throw new Refusal('bad-request', { field: 'senderIds', problem: 'holds two senders of one operator' });
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
  if (sender === undefined) return { reason: 'names no sender of the company', code: 'sender-unknown' };
  if (sender.channelType !== channelType)
    return { reason: `is a name of ${sender.channelType}, not of ${channelType}`, code: 'sender-other-channel' };
  return obstacleOf(sender, nowMs, moderation);
}

function obstacleOf(sender: Sender, nowMs: number, moderation: Moderation): Omit<Fault, 'field'> | undefined {
  const obstacle = senderObstacle(sender, nowMs, moderation);
  if (obstacle !== 'in-review') return obstacle && OBSTACLES[obstacle];
  return { ...OBSTACLES[obstacle], reason: `is not approved yet: its status is ${sender.status}` };
}

/** Why an account cannot use a name now; `rows` are what it registered under it. */
export function nameFault(rows: readonly Sender[], nowMs: number, moderation: Moderation): Omit<Fault, 'field'> {
  const [first] = rows;
  if (first === undefined) return { reason: 'is not available: no such name is registered', code: 'sender-unknown' };
  const fault = obstacleOf(first, nowMs, moderation) ?? {
    reason: `is valid from ${first.dateFrom.toISOString().slice(0, 10)} on`,
    code: 'sender-not-yet-valid' as const,
  };
  return { ...fault, reason: `is not available: it ${fault.reason}` };
}

/** How planning asks for the template of a text; undefined where the company has none. */
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

/** How planning asks whether a number may be written to freely under a sender; undefined where every one may. */
export async function windowsOfSenders(
  tx: Tx,
  config: Pick<Config, 'moderation'>,
  senders: readonly Sender[],
  { text, recipients }: { readonly text: string; readonly recipients: readonly { readonly destination: string }[] },
) {
  const [first] = senders;
  if (first?.channelType !== 'WHATSAPP') return undefined;
  const content = { text, special: null };
  const byId = new Map(senders.map(({ id, channelType, senderName }) => [id, { channelType, senderName, content }]));
  const written = [...byId.values()].flatMap((one) => recipients.map(({ destination }) => ({ ...one, destination })));
  const isOpen = await openWindows(tx, first.companyId, written, config);
  return (senderId: number, destination: string) => {
    const one = byId.get(senderId);
    return one === undefined || isOpen(one, destination);
  };
}
