import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { Fault, FaultCode } from '@volley/domain/refusals/fault.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { senderStatusAt } from '@volley/domain/senders/sender-status.ts';
import { templatePatternProblem } from '@volley/domain/templates/template-pattern.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { findRegisteredSender } from '../senders/find-senders.ts';
import type { Sender } from '../senders/sender.ts';
import { getOwnTemplate } from './list-templates.ts';
import { CONTENT_LENGTH_MAX, TEMPLATES_MAX, type Template, type TemplateDraft } from './template.ts';
import { countLiving, findCountryId, insertTemplate, lockTemplates } from './templates.sql.ts';

export async function createTemplate(
  { db }: Pick<Platform, 'db'>,
  { companyId, partnerId }: KeyActor,
  draft: TemplateDraft,
): Promise<Template> {
  return inTransaction(db, async (tx) => {
    const company = await getOwnCompany(tx, partnerId, companyId);
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    const sender = await findRegisteredSender(tx, companyId, draft.senderId);
    if (sender === undefined) throw new Refusal('sender-unknown', { id: draft.senderId, field: 'senderNameId' });
    checkDraft(draft, sender, tx.now);
    const countryId = await countryOf(tx, draft, sender);
    await checkTemplateLimit(tx, companyId);
    const id = await insertTemplate(tx, companyId, { ...draft, countryId });
    if (id === undefined) throw repeatedPattern();
    return getOwnTemplate(tx, companyId, id);
  });
}

function checkDraft(draft: TemplateDraft, sender: Sender, now: Date): void {
  const { channelType, pattern, content, countryCode } = draft;
  const status = senderStatusAt(sender, now.getTime());
  if (status === 'DENIED' || status === 'CLOSED') {
    const code = status === 'DENIED' ? 'sender-denied' : 'sender-closed';
    throw new Refusal('sender-unusable', { id: sender.id, field: 'senderNameId', problem: `is ${status}`, code });
  }
  const faults: Fault[] = [];
  const add = (field: string, reason: string, code: FaultCode) => faults.push({ field, reason, code });
  const wrongPattern = templatePatternProblem(pattern);
  if (channelType !== sender.channelType)
    add('channelType', `must be that of the sender name, ${sender.channelType}`, 'sender-other-channel');
  if (wrongPattern !== undefined) add('pattern', wrongPattern, 'wrong-form');
  if (content !== undefined && channelType !== 'WHATSAPP') add('content', 'is for WHATSAPP only', 'invalid');
  if (JSON.stringify(content ?? null).length > CONTENT_LENGTH_MAX)
    add('content', `must have at most ${CONTENT_LENGTH_MAX} characters as JSON`, 'too-long');
  if (countryCode !== undefined && channelType !== 'VIBER') add('countryCode', 'is for VIBER only', 'invalid');
  refuseFaults(faults);
}

/** A VIBER template without a country gets the country of its sender name. */
async function countryOf(tx: Tx, draft: TemplateDraft, sender: Sender): Promise<number | null> {
  if (draft.channelType !== 'VIBER') return null;
  if (draft.countryCode === undefined) return sender.countryId;
  const countryId = await findCountryId(tx, draft.countryCode);
  if (countryId === undefined) throw refused('countryCode', 'is unknown', 'not-in-list');
  return countryId;
}

/** Refuses a template beyond the limit of living templates of a company. */
export async function checkTemplateLimit(tx: Tx, companyId: number): Promise<void> {
  await lockTemplates(tx, companyId);
  if ((await countLiving(tx, companyId)) < TEMPLATES_MAX) return;
  throw refused('pattern', `exceeds the limit of ${TEMPLATES_MAX} templates per account`, 'too-many');
}

export function checkPattern(pattern: string): void {
  const problem = templatePatternProblem(pattern);
  if (problem !== undefined) throw refused('pattern', problem, 'wrong-form');
}

export function repeatedPattern(): Refusal {
  return refused('pattern', 'is that of another template of this sender name', 'taken');
}

function refused(field: string, problem: string, code: FaultCode): Refusal {
  return new Refusal('bad-request', { field, problem, code });
}
