import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAllTemplates } from '../templates/list-templates.ts';
import { moderateTemplate, type TemplateVerdict } from '../templates/moderate-template.ts';
import type { Template } from '../templates/template.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function listTemplatesAs({ db }: Pick<Platform, 'db'>, filter: Parameters<typeof listAllTemplates>[1]) {
  return read(db, (tx) => listAllTemplates(tx, filter));
}

export function judgeTemplateAs(
  platform: Pick<Platform, 'db'>,
  who: Who,
  id: number,
  verdict: TemplateVerdict,
): Promise<Template> {
  return changeAs(platform, who, async (tx) => {
    const { from, template } = await moderateTemplate(tx, id, verdict);
    const details = { from, to: template.status };
    return { action: 'template.status', subject: { kind: 'template', id }, details, reply: template };
  });
}
