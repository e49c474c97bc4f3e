import { must } from '@volley/domain/must.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { TemplateStatus, TemplateType } from '@volley/domain/templates/template-status.ts';
import { databaseErrorCode, type Tx } from '../../platform/database/database.ts';
import { STATE_KEPT } from './provider-states.sql.ts';
import type { Template, TemplateContent, TemplateDraft, TemplateFilter } from './template.ts';

const UNIQUE_VIOLATION = '23505';

const FROM = `
     from templates t
     join senders s on s.id = t.sender_id
     left join countries k on k.id = t.country_id`;
const SELECT = `
     select
       t.id,
       t.company_id as "companyId",
       t.channel_type as "channelType",
       t.template_type as "templateType",
       t.pattern,
       t.date_from as "dateFrom",
       t.date_to as "dateTo",
       t.sender_id as "senderId",
       s.sender_name as "senderName",
       s.brand,
       k.code as "countryCode",
       t.content,
       t.manager_comment as "managerComment",
       t.status,
       t.created_at as "createdAt",
       t.rejected_at as "rejectedAt",
       t.provider_status as "providerStatus",
       t.provider_problem as "providerProblem",
       t.provider_checked_at as "providerCheckedAt"
     ${FROM}`;

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

/** Oldest first: the oldest matching template wins. */
export function selectTemplatesToMatch(tx: Tx, companyId: number): Promise<MatchRow[]> {
  return tx.planned<MatchRow>(
    `select
       t.id,
       t.channel_type as "channelType",
       s.sender_name as "senderName",
       t.template_type as "templateType",
       t.pattern,
       t.status,
       t.date_from as "dateFrom",
       t.date_to as "dateTo"
     from templates t
     join senders s on s.id = t.sender_id
     where t.company_id = $1
       and t.status not in ('REJECTED', 'DENIED', 'CLOSED')
     order by t.id`,
    [companyId],
  );
}

export type CodeTemplateRow = {
  companyId: number;
  channelType: ChannelType;
  senderName: string;
  templateType: TemplateType;
  pattern: string;
  content: TemplateContent;
  status: TemplateStatus;
  dateFrom: Date;
  dateTo: Date | null;
  providerStatus: string | null;
};

/** Oldest first; only templates that name a template of the messenger. */
export function selectCodeTemplates(tx: Tx, companyIds: readonly number[]): Promise<CodeTemplateRow[]> {
  return tx.planned<CodeTemplateRow>(
    `select
       t.company_id as "companyId",
       t.channel_type as "channelType",
       s.sender_name as "senderName",
       t.template_type as "templateType",
       t.pattern,
       t.content,
       t.status,
       t.date_from as "dateFrom",
       t.date_to as "dateTo",
       case
         when t.provider_checked_at > $2::timestamptz - ${STATE_KEPT} then t.provider_status
       end as "providerStatus"
     from templates t
     join senders s on s.id = t.sender_id
     where t.company_id = any($1::int[])
       and t.status not in ('REJECTED', 'DENIED', 'CLOSED')
       and t.template_type = 'AUTHORIZE'
       and t.content ? 'template'
     order by t.id`,
    [companyIds, tx.now],
  );
}

export async function selectTemplate(tx: Tx, companyId: number, id: number): Promise<Template | undefined> {
  const rows = await tx.query<Template>(
    `${SELECT}
     where t.id = $1
       and t.company_id = $2`,
    [id, companyId],
  );
  return rows[0];
}

export async function lockTemplate(tx: Tx, id: number): Promise<Template | undefined> {
  const rows = await tx.query<Template>(
    `${SELECT}
     where t.id = $1
     for no key update of t`,
    [id],
  );
  return rows[0];
}

const MATCHES = `($1::integer is null or t.company_id = $1)
       and ($2::bigint[] is null or t.id = any($2))
       and ($3::text[] is null or t.channel_type = any($3))
       and ($4::text[] is null or t.template_type = any($4))
       and ($5::text[] is null or t.status = any($5))
       and ($6::text[] is null or s.sender_name = any($6))
       and ($7::text[] is null or (s.brand = any($7) and t.channel_type = 'SMS'))
       and ($8::text[] is null or k.code = any($8))`;

function filterValues(filter: TemplateFilter): unknown[] {
  const { companyId, templateId, channelType, templateType, status, senderName, brand, countryCode } = filter;
  return [companyId, templateId, channelType, templateType, status, senderName, brand, countryCode].map(
    (value) => value ?? null,
  );
}

export function selectTemplates(
  tx: Tx,
  filter: TemplateFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Template[]> {
  return tx.query<Template>(
    `${SELECT}
     where ${MATCHES}
     order by t.id
     limit $9
     offset $10`,
    [...filterValues(filter), limit, offset],
  );
}

export async function countTemplates(tx: Tx, filter: TemplateFilter): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     ${FROM}
     where ${MATCHES}`,
    filterValues(filter),
  );
  return must(rows[0], 'number of templates').total;
}

/** Serializes the creation of templates of a company, so that `countLiving` enforces the limit. */
export async function lockTemplates(tx: Tx, companyId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('templates'), $1)`, [companyId]);
}

export async function countLiving(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from templates
     where company_id = $1
       and status not in ('REJECTED', 'DENIED', 'CLOSED')`,
    [companyId],
  );
  return must(rows[0], `number of living templates of company ${companyId}`).total;
}

/** Undefined: the sender name has a living template of this pattern. */
export async function insertTemplate(
  tx: Tx,
  companyId: number,
  draft: TemplateDraft & { readonly countryId: number | null },
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into templates (
       company_id, sender_id, channel_type, template_type, pattern, content, country_id, date_from, created_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (sender_id, md5(pattern)) where status not in ('REJECTED', 'DENIED', 'CLOSED')
     do nothing
     returning id`,
    [
      companyId,
      draft.senderId,
      draft.channelType,
      draft.templateType,
      draft.pattern,
      draft.content ?? null,
      draft.countryId,
      draft.dateFrom,
      tx.now,
    ],
  );
  return rows[0]?.id;
}

export type TemplateState = Pick<
  Template,
  'id' | 'pattern' | 'dateFrom' | 'dateTo' | 'status' | 'managerComment' | 'rejectedAt'
>;

/** Requires a locked row. False: the sender name has another living template of this pattern. */
export async function updateTemplateRow(tx: Tx, template: TemplateState): Promise<boolean> {
  try {
    await tx.query(
      `update templates
       set
         pattern = $2,
         date_from = $3,
         date_to = $4,
         status = $5,
         manager_comment = $6,
         rejected_at = $7
       where id = $1`,
      [
        template.id,
        template.pattern,
        template.dateFrom,
        template.dateTo,
        template.status,
        template.managerComment,
        template.rejectedAt,
      ],
    );
    return true;
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

export async function findCountryId(tx: Tx, code: string): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>('select id from countries where code = $1', [code]);
  return rows[0]?.id;
}

export async function beginAwaiting(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.planned(
    `update templates
     set status = 'APPROVED'
     where id in (
         select id
         from templates
         where status = 'AWAITING'
           and date_from <= $1
         order by date_from
         limit $2
         for no key update skip locked
       )
       and status = 'AWAITING'
     returning id`,
    [tx.now, limit],
  );
  return rows.length;
}

export async function closeExpired(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.planned(
    `update templates
     set status = 'CLOSED'
     where id in (
         select id
         from templates
         where date_to <= $1
           and date_to is not null
           and status not in ('DENIED', 'CLOSED')
         order by date_to
         limit $2
         for no key update skip locked
       )
       and status not in ('DENIED', 'CLOSED')
     returning id`,
    [tx.now, limit],
  );
  return rows.length;
}
