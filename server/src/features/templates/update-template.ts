// Changes of a template by the account. The row lock serializes changes and moderators' verdicts.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import {
  nextTemplateStatus,
  TEMPLATE_FIELD_EDITABLE_IN,
  templateStatusAt,
} from '@volley/domain/templates/template-status.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkPattern, checkTemplateLimit, repeatedPattern } from './create-template.ts';
import { getOwnTemplate, unknownTemplate } from './list-templates.ts';
import type { Template, TemplateChange } from './template.ts';
import { lockTemplate, updateTemplateRow } from './templates.sql.ts';

const FIELDS = ['pattern', 'dateFrom', 'dateTo'] as const;

export async function updateTemplate(
  { db }: Pick<Platform, 'db'>,
  { companyId }: KeyActor,
  id: number,
  change: TemplateChange,
): Promise<Template> {
  return inTransaction(db, async (tx) => {
    await getOwnTemplate(tx, companyId, id);
    const before = await lockTemplate(tx, id);
    if (before === undefined) throw unknownTemplate(id);
    const status = templateStatusAt(before, tx.now.getTime());
    const fixed = FIELDS.find(
      (field) => change[field] !== undefined && !TEMPLATE_FIELD_EDITABLE_IN[field].includes(status),
    );
    if (fixed !== undefined) {
      throw new Refusal('bad-request', {
        field: fixed,
        problem: `is not editable in status ${status}`,
        code: 'template-status',
      });
    }
    const after = { ...before, ...change };
    if (change.pattern !== undefined) checkPattern(change.pattern);
    checkDates(before, after, tx.now);
    const again = corrected(before, after);
    if (again.status !== undefined) await checkTemplateLimit(tx, companyId);
    if (!(await updateTemplateRow(tx, { ...after, ...again }))) throw repeatedPattern();
    return getOwnTemplate(tx, companyId, id);
  });
}

function checkDates(before: Template, after: Template, now: Date): void {
  if (after.dateTo === null) return;
  if (before.dateTo?.getTime() !== after.dateTo.getTime() && after.dateTo <= now) {
    throw new Refusal('bad-request', { field: 'dateTo', problem: 'must be in the future', code: 'wrong-time' });
  }
  if (after.dateTo <= after.dateFrom) {
    throw new Refusal('bad-request', { field: 'dateTo', problem: 'must be after dateFrom', code: 'wrong-time' });
  }
}

/** A corrected template returns to review. */
function corrected(before: Template, after: Template): Partial<Template> {
  const status = nextTemplateStatus(before.status, 'correct');
  const isSame = before.pattern === after.pattern && before.dateFrom.getTime() === after.dateFrom.getTime();
  return status === undefined || isSame ? {} : { status, managerComment: null, rejectedAt: null };
}
