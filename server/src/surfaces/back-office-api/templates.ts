import * as contract from '@volley/contract/back-office/moderation/templates.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { judgeTemplateAs, listTemplatesAs } from '../../features/back-office/review-templates.ts';
import type { TemplateVerdict } from '../../features/templates/moderate-template.ts';
import type { Template } from '../../features/templates/template.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountTemplateReview(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listTemplates, platform, async ({ query }) => {
    const { total, items } = await listTemplatesAs(platform, query);
    return { page: query.page, perPage: query.perPage, total, items: items.map(shown) };
  });

  mount(app, contract.judgeTemplate, platform, async ({ actor, params, body }) =>
    shown(await judgeTemplateAs(platform, actor, params.id, verdictOf(body))),
  );
}

function verdictOf({ status, managerComment }: BodyOf<typeof contract.judgeTemplate>): TemplateVerdict {
  switch (status) {
    case 'EXTERNAL_REVIEW':
      return { kind: 'forward' };
    case 'APPROVED':
      return { kind: 'accept' };
    case 'REJECTED':
      return { kind: 'reject', managerComment: managerComment ?? '' };
    case 'DENIED':
      return { kind: 'deny', ...(managerComment !== undefined && { managerComment }) };
  }
}

function shown({ senderId, ...template }: Template) {
  return {
    ...template,
    senderNameId: senderId,
    dateFrom: formatDatetime(template.dateFrom),
    dateTo: formatDatetimeOrNull(template.dateTo),
    createdAt: formatDatetime(template.createdAt),
    rejectedAt: formatDatetimeOrNull(template.rejectedAt),
    providerCheckedAt: formatDatetimeOrNull(template.providerCheckedAt),
  };
}
