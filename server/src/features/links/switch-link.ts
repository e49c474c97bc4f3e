import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { updateLinkIsOff } from './links.sql.ts';

export async function switchLink(
  tx: Tx,
  code: string,
  isOn: boolean,
): Promise<{ companyId: number; messageId: string }> {
  const link = await updateLinkIsOff(tx, code, !isOn);
  if (link === undefined) throw new Refusal('not-found', { kind: 'Short link', id: code });
  return link;
}
