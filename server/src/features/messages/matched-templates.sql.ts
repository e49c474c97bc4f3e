import type { RegisteredTemplate } from '@volley/domain/templates/provider-template.ts';
import type { Tx } from '../../platform/database/database.ts';
import { STATE_KEPT } from '../templates/provider-states.sql.ts';
import { firstAndLast } from './move-messages.sql.ts';

export type MatchedTemplateRow = RegisteredTemplate & { readonly messageId: string };

/** The templates that the texts of these messages matched when they were planned. */
export function selectMatchedTemplates(tx: Tx, ids: readonly string[]): Promise<MatchedTemplateRow[]> {
  return tx.query<MatchedTemplateRow>(
    `select
       m.id as "messageId",
       t.template_type as "templateType",
       t.pattern,
       t.content,
       case
         when t.provider_checked_at > $4::timestamptz - ${STATE_KEPT} then t.provider_status
       end as "providerStatus"
     from messages m
     join templates t on t.id = m.template_id
     where m.id = any($1::uuid[])
       and m.id between $2 and $3`,
    [ids, ...firstAndLast(ids), tx.now],
  );
}
