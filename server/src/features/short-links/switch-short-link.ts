import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { updateShortLinkIsOff } from './short-links.sql.ts';

export async function switchShortLink(
  tx: Tx,
  code: string,
  isOn: boolean,
): Promise<{ companyId: number; messageId: string }> {
  const link = await updateShortLinkIsOff(tx, code, !isOn);
  if (link === undefined) throw new Refusal('not-found', { kind: 'Short link', id: code });
  return link;
}
