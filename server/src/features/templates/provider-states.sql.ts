import type { RegisteredTemplate } from '@volley/domain/templates/provider-template.ts';
import type { TemplateStatus } from '@volley/domain/templates/template-status.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

/** An older state of a template at the messenger refuses no message. */
export const STATE_KEPT = `interval '1 day'`;

export type NamedTemplate = RegisteredTemplate & { readonly id: number };

/** Living templates of the sender that name a template of the messenger. */
export function selectNamed(tx: Tx, senderId: number): Promise<NamedTemplate[]> {
  return tx.query<NamedTemplate>(
    `select id,
       template_type as "templateType",
       pattern,
       content
     from templates
     where sender_id = $1
       and status not in ('REJECTED', 'DENIED', 'CLOSED')
       and content ? 'template'`,
    [senderId],
  );
}

export type TiedTemplate = NamedTemplate & {
  readonly status: TemplateStatus;
  /** Null also if the state is too old to refuse messages. */
  readonly providerStatus: string | null;
  readonly providerProblem: string | null;
  readonly providerCheckedAt: Date | null;
};

/** The same templates with their review and the state that sending follows, oldest first. */
export function selectTied(tx: Tx, senderId: number): Promise<TiedTemplate[]> {
  return tx.query<TiedTemplate>(
    `select id,
       template_type as "templateType",
       pattern,
       content,
       status,
       case
         when provider_checked_at > $2::timestamptz - ${STATE_KEPT} then provider_status
       end as "providerStatus",
       provider_problem as "providerProblem",
       provider_checked_at as "providerCheckedAt"
     from templates
     where sender_id = $1
       and status not in ('REJECTED', 'DENIED', 'CLOSED')
       and content ? 'template'
     order by id`,
    [senderId, tx.now],
  );
}

export type ProviderState = { readonly id: number; readonly status: string; readonly problem: string | null };

const states = bulkColumns({ id: 'int', status: 'text', problem: 'text' }, 2);

export async function updateProviderStates(tx: Tx, rows: readonly ProviderState[]): Promise<void> {
  await tx.query(
    `update templates t
     set provider_status = u.status,
       provider_problem = u.problem,
       provider_checked_at = $1
     from ${states.as('u')}
     where t.id = u.id`,
    [tx.now, ...states.values(rows)],
  );
}

export async function clearProviderStates(tx: Tx, senderId: number): Promise<void> {
  await tx.query(
    `update templates
     set provider_status = null,
       provider_problem = null,
       provider_checked_at = null
     where sender_id = $1
       and status not in ('REJECTED', 'DENIED', 'CLOSED')
       and provider_checked_at is not null`,
    [senderId],
  );
}

export type ShownState = {
  readonly templateId: number;
  readonly pattern: string;
  readonly status: string;
  readonly problem: string;
};

/** Templates of the sender whose messages the messenger refuses, oldest first. */
export function selectProblems(tx: Tx, senderId: number, limit: number): Promise<ShownState[]> {
  return tx.query<ShownState>(
    `select id as "templateId",
       pattern,
       provider_status as status,
       provider_problem as problem
     from templates
     where sender_id = $1
       and status not in ('REJECTED', 'DENIED', 'CLOSED')
       and provider_problem is not null
     order by id
     limit $2`,
    [senderId, limit],
  );
}
