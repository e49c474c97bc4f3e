// The senders of a dispatch: all of its company and channel, and usable now. A start date in the future
// does not block; messages under such a name wait for it.
import { Refusal } from '@volley/domain/refusal.ts';
import { isSenderUsable } from '@volley/domain/sender-status.ts';
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
  const known = new Set(senders.map((sender) => sender.id));
  const unknown = wanted.senderIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refusal('sender-unknown', { id: unknown });
  const unusable = senders.find(
    (sender) =>
      sender.channelType !== wanted.channelType || !isSenderUsable(sender, tx.now.getTime(), config.moderation),
  );
  if (unusable !== undefined) throw new Refusal('sender-unusable', { id: unusable.id });
  if (wanted.routing === 'strict' && new Set(senders.map((sender) => sender.brand)).size < senders.length) {
    throw new Refusal('bad-request', { field: 'senderIds', problem: 'holds two senders of one operator' });
  }
  return senders;
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
