import type { TemplateStatus, TemplateType } from '@volley/domain/template-status.ts';
import type { Tx } from '../../platform/database.ts';

export type MatchRow = {
  id: number;
  channelType: string;
  senderName: string;
  templateType: TemplateType;
  pattern: string;
  status: TemplateStatus;
  dateFrom: Date;
  dateTo: Date | null;
};

/** The oldest first: it is the first that matches. */
export function selectTemplatesToMatch(tx: Tx, companyId: number): Promise<MatchRow[]> {
  return tx.query<MatchRow>(
    `select t.id, t.channel_type as "channelType", s.sender_name as "senderName", t.template_type as "templateType",
       t.pattern, t.status, t.date_from as "dateFrom", t.date_to as "dateTo"
     from templates t join senders s on s.id = t.sender_id
     where t.company_id = $1 and t.status not in ('REJECTED', 'DENIED', 'CLOSED') order by t.id`,
    [companyId],
  );
}
