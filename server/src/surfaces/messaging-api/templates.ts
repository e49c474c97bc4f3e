import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { BodyOf, QueryOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/messaging/templates.ts';
import { expireTemplatesOf } from '../../features/sender-accounts/read-registries.ts';
import { createTemplate } from '../../features/templates/create-template.ts';
import { getTemplate, listTemplates } from '../../features/templates/list-templates.ts';
import type { Template } from '../../features/templates/template.ts';
import { updateTemplate } from '../../features/templates/update-template.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';

export function mountTemplates(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
  mountChange(app, contract.createTemplate, platform, {
    act: async ({ actor, body }) => {
      const template = await createTemplate(platform, actor, draftOf(body));
      await expireTemplatesOf(platform, template);
      return template;
    },
    show: shown,
  });

  mount(app, contract.listTemplates, platform, async ({ actor, query }) => {
    const { page, per_page: perPage } = query;
    const { total, items } = await listTemplates(platform, actor, { ...filterOf(query), page, perPage });
    return { page, perPage, total, items: items.map(shown) };
  });

  mount(app, contract.getTemplate, platform, async ({ actor, params }) =>
    shown(await getTemplate(platform, actor, params.id)),
  );

  mount(app, contract.updateTemplate, platform, async ({ actor, params, body }) =>
    shown(await updateTemplate(platform, actor, params.id, changeOf(body))),
  );
}

function draftOf(body: BodyOf<typeof contract.createTemplate>) {
  const { channelType, templateType, pattern, senderNameId, dateFrom, countryCode, content } = body;
  return {
    channelType,
    templateType,
    pattern,
    senderId: senderNameId,
    dateFrom: new Date(dateFrom),
    countryCode,
    content,
  };
}

function filterOf(query: QueryOf<typeof contract.listTemplates>) {
  return {
    templateId: query.template_id?.map(Number),
    channelType: query.channel_type,
    templateType: query.template_type,
    status: query.status,
    senderName: query.sender_name,
    brand: query.brand,
    countryCode: query.country_code,
  };
}

function changeOf({ pattern, dateFrom, dateTo }: BodyOf<typeof contract.updateTemplate>) {
  return {
    ...(pattern !== undefined && { pattern }),
    ...(dateFrom !== undefined && { dateFrom: new Date(dateFrom) }),
    ...(dateTo !== undefined && { dateTo: dateTo === null ? null : new Date(dateTo) }),
  };
}

const providerOf = ({ providerProblem, providerCheckedAt }: Template, status: string) => ({
  status,
  problem: providerProblem,
  checkedAt: formatDatetimeOrNull(providerCheckedAt),
});

function shown(template: Template) {
  const { id, channelType, templateType, pattern, senderId, senderName, managerComment, status } = template;
  return {
    id,
    channelType,
    templateType,
    pattern,
    dateFrom: formatDatetime(template.dateFrom),
    dateTo: formatDatetimeOrNull(template.dateTo),
    senderNameId: senderId,
    senderName,
    ...(channelType === 'SMS' && { brand: template.brand }),
    ...(template.countryCode !== null && { countryCode: template.countryCode }),
    managerComment,
    status,
    createdAt: formatDatetime(template.createdAt),
    rejectedAt: formatDatetimeOrNull(template.rejectedAt),
    ...(template.content !== null && { content: template.content }),
    ...(template.providerStatus !== null && { provider: providerOf(template, template.providerStatus) }),
  };
}
