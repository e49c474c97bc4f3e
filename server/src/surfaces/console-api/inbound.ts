import * as contract from '@volley/contract/console/inbound.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { maskedUrl } from '../../features/callbacks/targets/masked-url.ts';
import type { InboundRule } from '../../features/inbound/inbound-rule.ts';
import {
  changePartnerRule,
  createPartnerCenter,
  createPartnerRule,
  listPartnerCenters,
  matchInbound,
  readInbound,
  removePartnerRule,
  setPartnerDefaultCenter,
  type UsedCenter,
} from '../../features/inbound/partner-inbound.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountInbound(app: ApiServer, platform: Pick<Platform, 'db' | 'secrets' | 'config'>): void {
  mount(app, contract.getInbound, platform, async ({ actor, query }) => {
    const { enabled, rules } = await readInbound(platform, actor, query.companyId);
    return { enabled, rules: rules.map(shown) };
  });

  mount(app, contract.createInboundRule, platform, async ({ actor, body, note }) => {
    const { callbackUrl = null, senderNames = [], ...rule } = body;
    note((made: InboundRule) => ({ subject: { kind: 'inbound', id: made.id }, details: placeOf(made) }));
    return shown(await createPartnerRule(platform, actor, { ...rule, callbackUrl, senderNames }));
  });

  mount(app, contract.changeInboundRule, platform, async ({ actor, params, body, note }) => {
    const { senderNames = [], ...place } = body;
    note((changed: InboundRule) => ({ details: placeOf(changed) }));
    return shown(await changePartnerRule(platform, actor, params.id, { ...place, senderNames }));
  });

  mount(app, contract.removeInboundRule, platform, async ({ actor, params }) => {
    await removePartnerRule(platform, actor, params.id);
    return { removed: true };
  });

  mount(app, contract.matchInbound, platform, async ({ actor, query }) => {
    const match = await matchInbound(platform, actor, query);
    return { ...match, callbackUrl: match.callbackUrl === null ? null : maskedUrl(match.callbackUrl) };
  });

  mount(app, contract.listCenters, platform, async ({ actor, query }) => ({
    items: (await listPartnerCenters(platform, actor, query.companyId)).map(shownCenter),
  }));

  mount(app, contract.createCenter, platform, async ({ actor, body, note }) => {
    note(({ id, companyId, name }: UsedCenter) => ({ subject: { kind: 'centers', id }, details: { companyId, name } }));
    return shownCenter(await createPartnerCenter(platform, actor, body));
  });

  mount(app, contract.setDefaultCenter, platform, async ({ actor, params }) =>
    shownCenter(await setPartnerDefaultCenter(platform, actor, params.id)),
  );
}

function shown({ createdAt, senderNames, callbackUrl, ...rule }: InboundRule) {
  return {
    ...rule,
    callbackUrl: callbackUrl === null ? null : maskedUrl(callbackUrl),
    senderNames: [...senderNames],
    createdAt: formatDatetime(createdAt),
  };
}

/** Without the callback URL: it may contain secrets. */
function placeOf({ companyId, trafficCenterId, senderNames }: InboundRule) {
  return { companyId, trafficCenterId, senderNames };
}

function shownCenter({ createdAt, ...center }: UsedCenter) {
  return { ...center, createdAt: formatDatetime(createdAt) };
}
