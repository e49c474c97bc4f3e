// The templates under which codes go over a messenger that shows codes in its own words: such a code need not match the
// text of a template.
import type { Moderation } from '@volley/domain/senders/sender-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { isUnusable, type RegisteredTemplate } from '@volley/domain/templates/provider-template.ts';
import { isTemplateInForce } from '@volley/domain/templates/template-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type CodeTemplateRow, selectCodeTemplates } from './templates.sql.ts';

export type TemplateOwner = {
  readonly companyId: number;
  readonly channelType: ChannelType;
  readonly senderName: string;
};

/**
 * The oldest template for codes in force that names a template of the messenger, one that the messenger takes first.
 */
export async function findCodeTemplates(
  tx: Tx,
  companyIds: readonly number[],
  moderation: Moderation,
): Promise<(owner: TemplateOwner) => RegisteredTemplate | undefined> {
  if (companyIds.length === 0) return () => undefined;
  const rows = await selectCodeTemplates(tx, [...new Set(companyIds)]);
  const oldest = new Map<string, RegisteredTemplate>();
  const inForce = rows.filter((one) => isTemplateInForce(one, tx.now.getTime(), moderation));
  const isRefused = ({ providerStatus }: CodeTemplateRow) => isUnusable(providerStatus ?? '');
  for (const row of [...inForce.filter((one) => !isRefused(one)), ...inForce.filter(isRefused)])
    if (!oldest.has(keyOf(row))) oldest.set(keyOf(row), row);
  return (owner) => oldest.get(keyOf(owner));
}

const keyOf = ({ companyId, channelType, senderName }: TemplateOwner) => `${companyId} ${channelType} ${senderName}`;
