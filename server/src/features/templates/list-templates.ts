import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Template, TemplateFilter, TemplatePage } from './template.ts';
import { countTemplates, selectTemplate, selectTemplates } from './templates.sql.ts';

type Paged<Filter> = Filter & { readonly page: number; readonly perPage: number };

export function listTemplates(
  { db }: Pick<Platform, 'db'>,
  { companyId }: KeyActor,
  filter: Paged<Omit<TemplateFilter, 'companyId'>>,
): Promise<TemplatePage> {
  return read(db, (tx) => listAllTemplates(tx, { ...filter, companyId }));
}

/** Oldest first. Without `companyId`: templates of all companies. */
export async function listAllTemplates(
  tx: Tx,
  { page, perPage, ...filter }: Paged<TemplateFilter>,
): Promise<TemplatePage> {
  return {
    total: await countTemplates(tx, filter),
    items: await selectTemplates(tx, filter, { limit: perPage, offset: (page - 1) * perPage }),
  };
}

export function getTemplate({ db }: Pick<Platform, 'db'>, { companyId }: KeyActor, id: number): Promise<Template> {
  return read(db, (tx) => getOwnTemplate(tx, companyId, id));
}

export async function getOwnTemplate(tx: Tx, companyId: number, id: number): Promise<Template> {
  const template = await selectTemplate(tx, companyId, id);
  if (template === undefined) throw unknownTemplate(id);
  return template;
}

export function unknownTemplate(id: number): Refusal {
  return new Refusal('not-found', { kind: 'Template', id });
}
