import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeInboundRule, createInboundRule, listInboundRules, removeInboundRule } from '../inbound/govern-rules.ts';
import type { InboundRule, RuleDraft } from '../inbound/inbound-rule.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db' | 'secrets' | 'config'>;

export function listInboundRulesAs({ db }: Pick<Platform, 'db'>, companyId: number | undefined) {
  return read(db, (tx) => listInboundRules(tx, companyId));
}

/** The log names the rule and its company, not the callback URL, which may hold a password. */
export function createInboundRuleAs(platform: Needs, who: Who, draft: RuleDraft): Promise<InboundRule> {
  return changeAs(platform, who, async (tx) => {
    const reply = await createInboundRule(tx, platform, draft);
    return {
      action: 'inbound-rule.create',
      subject: { kind: 'inbound-rule', id: reply.id },
      details: detailsOf(reply),
      reply,
    };
  });
}

export function changeInboundRuleAs(
  platform: Needs,
  who: Who,
  id: number,
  change: Omit<RuleDraft, 'companyId'>,
): Promise<InboundRule> {
  return changeAs(platform, who, async (tx) => {
    const reply = await changeInboundRule(tx, platform, id, change);
    return { action: 'inbound-rule.change', subject: { kind: 'inbound-rule', id }, details: detailsOf(reply), reply };
  });
}

export function removeInboundRuleAs(platform: Needs, who: Who, id: number): Promise<{ removed: true }> {
  return changeAs(platform, who, async (tx) => {
    await removeInboundRule(tx, id);
    return { action: 'inbound-rule.remove', subject: { kind: 'inbound-rule', id }, reply: { removed: true as const } };
  });
}

function detailsOf({ companyId, trafficCenterId, senderNames }: InboundRule) {
  return { companyId, trafficCenterId, senderNames };
}
