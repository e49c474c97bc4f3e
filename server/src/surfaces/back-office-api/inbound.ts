import * as contract from '@volley/contract/back-office/inbound.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import {
  changeInboundRuleAs,
  createInboundRuleAs,
  listInboundRulesAs,
  removeInboundRuleAs,
} from '../../features/back-office/manage-inbound.ts';
import type { InboundRule } from '../../features/inbound/inbound-rule.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountInboundRules(app: ApiServer, platform: Pick<Platform, 'db' | 'secrets' | 'config'>): void {
  mount(app, contract.listInboundRules, platform, async ({ query }) => ({
    items: (await listInboundRulesAs(platform, query.companyId)).map(shown),
  }));

  mount(app, contract.createInboundRule, platform, async ({ actor, body }) => {
    const { callbackUrl = null, senderNames = [], ...rule } = body;
    return shown(await createInboundRuleAs(platform, actor, { ...rule, callbackUrl, senderNames }));
  });

  mount(app, contract.changeInboundRule, platform, async ({ actor, params, body }) => {
    const { callbackUrl = null, senderNames = [], trafficCenterId } = body;
    const change = { trafficCenterId, callbackUrl, senderNames };
    return shown(await changeInboundRuleAs(platform, actor, params.id, change));
  });

  mount(app, contract.removeInboundRule, platform, ({ actor, params }) =>
    removeInboundRuleAs(platform, actor, params.id),
  );
}

function shown({ createdAt, senderNames, ...rule }: InboundRule) {
  return { ...rule, senderNames: [...senderNames], createdAt: formatDatetime(createdAt) };
}
