// Verdicts of moderators and operators on a template. A verdict that the status table does not allow for the current
// status is refused. The caller opens the transaction and records the verdict in it.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { nextTemplateStatus, type TemplateStatus, templateStatusAt } from '@volley/domain/templates/template-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { repeatedPattern } from './create-template.ts';
import { unknownTemplate } from './list-templates.ts';
import type { Template } from './template.ts';
import { lockTemplate, updateTemplateRow } from './templates.sql.ts';

export type TemplateVerdict =
  /** Forwards to the operator. */
  | { readonly kind: 'forward' }
  /** The operator accepts: in force now or from the start date on. */
  | { readonly kind: 'accept' }
  /** The account may correct it. */
  | { readonly kind: 'reject'; readonly managerComment: string }
  /** Final. */
  | { readonly kind: 'deny'; readonly managerComment?: string };

export async function moderateTemplate(
  tx: Tx,
  id: number,
  verdict: TemplateVerdict,
): Promise<{ readonly from: TemplateStatus; readonly template: Template }> {
  const before = await lockTemplate(tx, id);
  if (before === undefined) throw unknownTemplate(id);
  const from = templateStatusAt(before, tx.now.getTime());
  const isLater = verdict.kind === 'accept' && before.dateFrom > tx.now;
  const status = nextTemplateStatus(from, isLater ? 'accept-later' : verdict.kind);
  if (status === undefined) throw new Refusal('template-status', { status: from });
  if (verdict.kind === 'reject' && verdict.managerComment.trim() === '') {
    throw new Refusal('bad-request', { field: 'managerComment', problem: 'must say what to correct' });
  }
  const template = {
    ...before,
    status,
    managerComment: 'managerComment' in verdict ? (verdict.managerComment ?? null) : before.managerComment,
    rejectedAt: status === 'REJECTED' ? tx.now : null,
  };
  if (!(await updateTemplateRow(tx, template))) throw repeatedPattern();
  return { from, template };
}
