// Inbound rules of a company. The caller opens the transaction.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerTarget } from '../callbacks/targets/register-target.ts';
import { getCenter } from '../traffic-centers/traffic-centers.ts';
import type { InboundRule, RuleDraft } from './inbound-rule.ts';
import { countRules, deleteRule, insertRule, lockRules, selectRule, selectRules, updateRule } from './rules.sql.ts';

type Needs = Pick<Platform, 'secrets' | 'config'>;

const RULES_MAX = 100;

export const listInboundRules = selectRules;

export async function createInboundRule(tx: Tx, needs: Needs, draft: RuleDraft): Promise<InboundRule> {
  await getCenter(tx, draft.companyId, draft.trafficCenterId);
  await lockRules(tx, draft.companyId);
  if ((await countRules(tx, draft.companyId)) >= RULES_MAX)
    throw new Refusal('bad-request', { field: 'companyId', problem: `has ${RULES_MAX} inbound rules already` });
  const targetId = await targetOf(tx, needs, draft.companyId, draft.callbackUrl);
  return getRule(tx, await insertRule(tx, { ...draft, targetId }));
}

export async function changeInboundRule(
  tx: Tx,
  needs: Needs,
  id: number,
  change: Omit<RuleDraft, 'companyId'>,
): Promise<InboundRule> {
  const { companyId } = await getRule(tx, id);
  await getCenter(tx, companyId, change.trafficCenterId);
  const targetId = await targetOf(tx, needs, companyId, change.callbackUrl);
  await updateRule(tx, id, { ...change, targetId });
  return getRule(tx, id);
}

export async function removeInboundRule(tx: Tx, id: number): Promise<void> {
  if (!(await deleteRule(tx, id))) throw new Refusal('not-found', { kind: 'Inbound rule', id });
}

async function getRule(tx: Tx, id: number): Promise<InboundRule> {
  const rule = await selectRule(tx, id);
  if (rule === undefined) throw new Refusal('not-found', { kind: 'Inbound rule', id });
  return rule;
}

async function targetOf(tx: Tx, needs: Needs, companyId: number, callbackUrl: string | null): Promise<number | null> {
  return callbackUrl === null ? null : registerTarget(tx, needs, { companyId, form: 'MESSAGING' }, callbackUrl);
}
